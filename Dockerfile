# The command and the service. `docker build -t headjudge .` takes what requirements.lock pins
# from the package index; with a folder `wheels/` beside this file it needs no network:
#     pip download --require-hashes --dest wheels --requirement requirements.lock
# Dependabot renews the digest; by hand: `docker buildx imagetools inspect python:3.12-slim`.
ARG PYTHON=python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea

FROM ${PYTHON} AS build
# Compiled modules hold the digest of their source in place of its time: the same image for the same
# commit and base, where the builder is told to rewrite times (`rewrite-timestamp=true`).
ARG SOURCE_DATE_EPOCH=0
WORKDIR /src
COPY . .
RUN set -e; \
    if [ -d wheels ]; then export PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels; fi; \
    python -m venv /opt/headjudge; \
    pip() { /opt/headjudge/bin/python -m pip --quiet --disable-pip-version-check --no-cache-dir "$@"; }; \
    pip install --require-hashes --requirement requirements.lock; \
    pip install --no-deps --no-build-isolation --no-index .; \
    pip uninstall --yes setuptools pip

FROM ${PYTHON}
COPY --from=build /opt/headjudge /opt/headjudge
ENV PATH=/opt/headjudge/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    HEADJUDGE_FACTS=/var/lib/headjudge/facts
# A volume of the facts that `headjudge update` writes begins as this folder's user's.
RUN install -d -o 65532 -g 65532 /var/lib/headjudge/facts
USER 65532:65532
WORKDIR /decks
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/readyz', timeout=4)"]
ENTRYPOINT ["headjudge"]
CMD ["serve"]
