"""Small documents in every syntax and shape, with the places to repeat something at."""

from __future__ import annotations

from pathlib import Path

_TEXTS = Path(__file__).parents[1] / "decklists" / "texts"

LISTS: dict[str, str] = {
    "line": "¤4¤ ¤Light¤ning Bolt¤\n",
    "lines": "¤Deck¤\n¤4¤x ¤Fire¤ // ¤Ice¤ (¤DOM¤) ¤60¤ *¤F*¤\n\n¤Side¤board¤\n2¤ Opt # ¤draws¤\n",
    "name": "¤4 Opt (DOM¤)¤ [¤Draw¤,¤Blue¤]¤ #¤mine¤ {¤U¤}¤ <¤60¤>¤ $¤0.50¤ ^¤Have¤,#37d67a¤^¤\n",
    "comment": "# ¤headjudge: ¤allow ¤not-legal¤ -- ¤it is mine¤\n4 Opt\n# ¤another¤\n",
    "team": "¤Player ¤A¤: ¤Ann¤\n¤60¤ Forest\n\nPlayer B¤: Ben¤\n60 Island\n",
    "names": "¤Ann¤ Lee¤\n60 ¤Forest\n\n\n¤Ben¤ Ray¤\n60 Island\n",
    "side by side": "¤4 Opt¤  ¤  2¤ Negate¤\n¤4 Shock¤\t¤2 Ponder¤\n",
    "japanese": "¤4 ¤《¤帰化¤/¤Naturalize¤》¤\n2 森¤(¤もり¤)¤\n",
    "dek": (
        '<?xml version="1.0"?>¤\n<Deck¤>\n <!--¤ a ¤-->\n <Cards ¤CatID="¤0" Quantity="¤4¤" '
        'Name="¤lightning¤bolt¤"¤/>¤\n¤</Deck>¤\n'
    ),
    "cod": (
        '<?xml version="1.0"?>\n<cockatrice_deck version="1">\n <deckname>¤Blue¤</deckname>\n'
        " <comments>¤<![CDATA[¤a¤]]>¤</comments>\n"
        ' <zone name="¤main¤">\n  <card ¤number="¤4¤" ¤name="¤lightning¤bolt¤"¤/>¤\n'
        '  <card number="4" name="Optt"/>\n </zone>¤\n</cockatrice_deck>¤\n'
    ),
    "cod, one line": (
        '<cockatrice_deck version="1"><comments>¤<![CDATA[¤a¤]]>¤</comments><zone name="main">'
        '¤<card number="4" name="lightningbolt"/>¤<card number="4" name="¤Optt"¤/></zone>'
        "</cockatrice_deck>\n"
    ),
    "json": (
        '{¤"name": "¤Blue¤", "main": [¤{"count": ¤4¤, "name": "¤lightning¤bolt¤"¤}¤,\n'
        '{"count": 1, "name": "Optt"}], ¤"sideboard": {"¤Opt¤": {"quantity"¤: 2}¤}}¤'
    ),
    "csv": "¤Count¤,¤Name¤,Section,¤Edition¤\n¤4¤,¤lightning¤bolt¤,¤main,¤DOM¤\n1,¤Optt,¤side¤,\n",
    "tsv": "¤Count\t¤Name¤\tSection\n¤4¤\t¤lightning¤bolt¤\t¤main\n1\t¤Optt\t¤side¤\n",
    **{file.stem: file.read_text("utf-8") for file in sorted(_TEXTS.glob("*.txt"))},
}
"""Lists, in every syntax."""

_TEAM = '{"player": "¤Ann¤", "list": "¤4 Opt¤\\n56¤ Island¤"¤}'
DOCUMENTS: dict[str, dict[str, str]] = {
    "/v1/validate": {
        "team": (
            '¤{"format": "¤modern¤", ¤"as_of": "¤2024-10-01¤", "policy": "¤combined-four",'
            f' "team": "¤First¤", "decks": [¤{_TEAM}¤, ¤{{"main": [¤{{"name": "¤Opt¤", "count": ¤4¤'
            "}¤]}]¤}¤"
        ),
        "house": (
            '{"format": "modern", "house": {"name": "¤Mine¤", "ban": [¤"¤Opt¤"¤], "allow": [¤]},'
            ' "decks": [{"list": "60 Forest"}, {"list": "60 Island"}]}'
        ),
        "sealed": (
            '{"format": "sealed", "product": {¤"¤DOM¤": ¤8¤}, "pool": {"list": "¤1 Opt¤"},'
            ' "decks": [{"list": "¤40 Forest¤"}]}'
        ),
    },
    "/v1/decklists/parse": {"parse": '¤{¤"list": "¤4 Opt¤", ¤"syntax": "¤text¤"}¤'},
    "/v1/pools/assign": {
        "assign": (
            '{"pool": {"list": "1 ¤Opt¤\\n1 Negate"}, "decks": [{"list": "1 Opt"}],'
            ' "moves": [¤{"card": "¤Opt¤", "to_deck": ¤0}¤]}'
        )
    },
}
"""Bodies in JSON, by where they are sent."""
LINES = {
    "teams": (
        f'¤{{"format": "modern", ¤"decks": [{_TEAM}, {_TEAM}], "id": "¤1¤"}}¤\n'
        '{"format": "modern", "decks": [{"list": "60 Forest"}, {"list": "60 Island"}]}¤\n'
    )
}
FORMS = {
    "check": (
        "¤format=¤modern¤&list=¤4+¤Opt¤%0A56+Island&list=60+Forest¤&player=¤Ann¤&team=¤One¤"
        "&do=check¤"
    ),
    "sealed": (
        "format=sealed&list=40+Forest&pool=¤4+Opt¤&product=¤8¤+¤DOM¤,¤&house_ban=¤Opt¤"
        "&copy_as=¤xmage"
    ),
    "replace": (
        "format=modern&list=¤4+Opr¤%0A56+Island&list=60+Forest&replace=¤0%7C1¤%7COpt¤&do=write"
    ),
}
POOLS = {
    "pool": (
        "event=sealed&product=¤6¤ ¤DOM¤&list=¤1+Opt¤%0A40+Forest¤&do=check&move=¤main¤%7COpt"
        "&how=all¤"
    ),
}
TABLES = {
    "google": (
        "¤Time¤,¤Team¤ name¤,¤Player A¤ name,Player A decklist,Player B name,Player B ¤decklist¤\n"
        '¤1¤,¤One¤,¤Ann¤ ¤Lee¤,"¤4 ¤Opt¤\n56¤ Island",Ben,¤1 a¤ ¤b¤\n'
        '2,¤Two¤,Cat,"60 Forest",¤Dan,"60 Island"¤\n'
    ),
    "melee": (
        "Email,FirstName,LastName,UserName,¤Team¤,Decklist¤\n"
        'ann@example.org,¤Ann¤,Lee,Ann#¤1,¤One¤,"4 Opt\n56 Island¤"¤\n'
        "ben@example.org,¤Ben,Ray,Ben#1,¤One,¤4 Opt, ¤2 Shock; ¤Sideboard¤: 1 Negate¤\n"
    ),
    "semicolons": '¤sep=;\n¤Team;Decklist¤\nOne;¤"¤60 Forest¤"¤\nTwo¤;60 ¤Island¤\n',
    "lines": '¤{"decks": [{"list": "¤60 Forest"}, {"list": "60 Island¤"}]}¤\n¤',
    "plain": "¤ann@example.org¤\tOne¤\tAnn¤\t4 Opt¤\n",
}
"""Files of a whole event."""
NAMES = {
    "folder": "¤One¤/¤Ann¤ ¤Lee¤.¤txt",
    "pair": "¤One¤ ¤-¤ ¤Ann¤ ¤Lee¤.txt",
    "letters": "¤One¤.¤a¤.¤txt",
    "underscores": "¤One¤__¤Ann¤_¤Lee.txt",
}
"""Of files, and of members of archives."""
ADDRESSES = {
    "complete": "/v1/cards?q=¤Light¤ning ¤Bolt¤&limit=¤10¤",
    "card": "/v1/cards/¤Light¤ning Bolt¤?as_of=¤2024-10-01¤",
    "checklist": "/v1/products/checklist?sets=¤DOM¤,¤M19¤",
    "facts": "/event/facts?format=¤modern&day=¤2024-10-01¤",
    "page": "/formats/¤modern¤?as_of=¤2024-10-01¤",
    "form": "/?format=¤modern¤&list=¤4 Opt¤&lang=¤de¤",
    "none": "/¤a¤/¤b¤.¤txt¤?¤a=¤b¤",
}
HEADERS = {
    name: f"{name}: {value}"
    for name, value in {
        "Accept": "¤text/html¤,¤application/xml;¤q=¤0.9¤,*/*;q=0.8¤",
        "Accept-Language": "¤de-DE¤,¤de;¤q=¤0.9¤,en¤",
        "Accept-Encoding": "¤gzip¤, ¤br;q=¤1.0¤",
        "Authorization": "¤Bearer ¤abc¤",
        "Content-Type": "¤application/json¤; ¤charset=¤utf-8¤",
        "Cookie": "¤a=¤b¤; c¤=d",
        "Forwarded": "¤for=¤192.0.2.60¤;proto=http¤",
        "If-Modified-Since": "¤Sat, ¤29 Oct 1994 ¤19:43:31 GMT¤",
        "If-None-Match": '¤"¤abc¤"¤, ¤W/"def"¤',
        "Origin": "¤http://¤example.org¤:¤80¤",
        "Range": "¤bytes=¤0-¤1¤,¤2-3¤",
        "Referer": "¤http://example.org/¤a¤",
        "X-Forwarded-For": "¤192.0.2.1¤, ¤192.0.2.2¤",
        "X-Request-Id": "¤abc¤",
        "Traceparent": "¤00-¤0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01¤",
    }.items()
}
SETTINGS = {
    "settings": (
        '¤format = "¤modern¤"¤\nas_of = ¤2024-10-01¤\n¤exclude = [¤"¤*.md¤"]\n'
        '[¤[team]¤]\nname = "¤One¤"\ndecks = ["¤a.txt¤", "b.txt"¤]¤\n'
    ),
    "ignored": "¤*¤.bak¤\n¤!¤deck¤/¤a¤\n# ¤mine¤\n",
    "house": '¤base = "¤modern"\nname = "¤Mine¤"\nban = [¤"¤Opt¤", "Negate"¤]¤\n',
}
"""Files of TOML on the command line, and a `.gitignore`."""
