// The usual rule about copies is named where it is chosen, by format and structure; Limited and
// single players have none.

export function nameUsual({ elements: { format, policy, structure } }) {
  const [play, way] = [format, structure].map((field) => field.selectedOptions[0].dataset);
  policy.closest(".field").hidden = play.kind === "limited" || structure.value === "individual";
  const [option] = policy.options;
  option.dataset.usual = play.policy ?? way.policy;
  option.text = (play.words ?? option.dataset.words).replace("{policy}", option.dataset.usual);
}

export function start() {
  document.addEventListener("change", ({ target }) => {
    if (["format", "structure"].includes(target.name) && target.form?.elements.policy?.options) nameUsual(target.form);
  });
}
