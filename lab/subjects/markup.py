"""XML inputs of ten shapes, from which nothing may go that xmllint's line coverage needs.

The property is that of the XML subjects of ProbDD's paper. xmllint is built from Debian's source package
of libxml2 (`sources.py`). Each function returns a text and xmllint's options.
"""

import random

WORDS = "amber birch cedar delta ember fjord grove heron inlet jetty knoll larch".split()


def words(it, count):
    return " ".join(it.choice(WORDS) for _ in range(count))


def feed(it):
    """A news feed: wide and flat, with namespaces, comments and sections of CDATA."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<?xml-stylesheet type="text/css" href="feed.css"?>']
    lines.append('<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">')
    lines.append("<channel>")
    for number in range(170):
        lines.append(f'  <item id="i{number}">')
        lines.append(f"    <title>{words(it, 4)}</title><link>http://example.org/{number}?a=1&amp;b={it.randrange(90)}</link>")
        if number % 23 == 7:
            lines.append(f"    <!-- {words(it, 6)} -->")
        if number % 31 == 4:
            lines.append(f"    <description><![CDATA[<b>{words(it, 5)}</b> & more]]></description>")
        else:
            lines.append(f"    <description>{words(it, 9)}</description>")
        if number % 5 == 0:
            lines.append(f"    <dc:creator>{it.choice(WORDS)}</dc:creator><atom:link rel='self'/>")
        lines.append("  </item>")
    return "\n".join(lines + ["</channel>", "</rss>", ""]), ""


def drawing(it):
    """A vector drawing: many attributes, long values, empty elements."""
    lines = ['<?xml version="1.0" standalone="no"?>']
    lines.append('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 900 900">')
    lines.append("  <defs>" + "".join(f'<g id="s{n}"><circle r="{n}"/></g>' for n in range(12)) + "</defs>")
    for number in range(130):
        points = " ".join(f"L {it.randrange(900)} {it.randrange(900)}" for _ in range(it.randrange(2, 30)))
        colour = f"#{it.randrange(1 << 24):06x}"
        if number % 3:
            lines.append(f'  <path d="M 0 0 {points} Z" fill="{colour}" stroke-width="{it.randrange(9)}"/>')
        else:
            lines.append(f'  <use xlink:href="#s{it.randrange(12)}" x="{number}" y="{it.randrange(900)}" xml:space="preserve"/>')
        if number % 17 == 3:
            lines.append(f'  <text x="1" y="2">{words(it, 3)} &lt;{number}&gt; &#x{it.randrange(0x391, 0x3c9):x};</text>')
    return "\n".join(lines + ["</svg>", ""]), ""


def nested(it):
    """Deep nests of sections."""
    lines = ["<?xml version='1.0'?>", "<doc>"]
    for number in range(24):
        depth = it.randrange(6, 26)
        lines += ["  " * (at + 1) + f'<part n="{number}.{at}">' for at in range(depth)]
        lines.append("  " * depth + f"  <leaf>{words(it, 5)}</leaf>")
        for at in reversed(range(depth)):
            if at % 4 == 1:
                lines.append("  " * at + f"    <side kind='{it.choice(WORDS)}'/>")
            lines.append("  " * (at + 1) + "</part>")
    return "\n".join(lines + ["</doc>", ""]), ""


def entities(it):
    """Entities that are declared in an internal subset, some of them by others."""
    lines = ['<?xml version="1.0"?>', "<!DOCTYPE letters ["]
    for number in range(40):
        below = f"&e{it.randrange(number)}; " if number % 4 == 3 else ""
        lines.append(f'  <!ENTITY e{number} "{below}{words(it, 2)}">')
    lines.append('  <!ENTITY mark "<b>&#38;#38;</b>">')
    lines.append("]>")
    lines.append("<letters>")
    for number in range(150):
        inside = f"&e{it.randrange(40)};" if number % 3 else words(it, 3)
        lines.append(f'  <letter to="{it.choice(WORDS)}&#{it.randrange(65, 90)};">{inside} {words(it, 4)} &quot;</letter>')
        if number % 40 == 9:
            lines.append(f'  <p title="&e{it.randrange(9)};">&mark;</p>')
    return "\n".join(lines + ["</letters>", ""]), "--noent"


def catalogue(it):
    """A document that is valid for the types of its internal subset."""
    lines = [
        '<?xml version="1.0"?>',
        "<!DOCTYPE catalogue [",
        "  <!ELEMENT catalogue (group+, index?)>",
        "  <!ELEMENT group (name, (item | bundle)*)>",
        "  <!ATTLIST group id ID #REQUIRED kind (small | large) 'small'>",
        "  <!ELEMENT name (#PCDATA)>",
        "  <!ELEMENT item (#PCDATA | em)*>",
        "  <!ATTLIST item price NMTOKEN #IMPLIED unit CDATA #FIXED 'one'>",
        "  <!ELEMENT em (#PCDATA)>",
        "  <!ELEMENT bundle (item, item+)>",
        "  <!ELEMENT index (ref*)>",
        "  <!ELEMENT ref EMPTY>",
        "  <!ATTLIST ref to IDREF #REQUIRED all IDREFS #IMPLIED>",
        "  <!NOTATION note PUBLIC 'a note'>",
        "]>",
        "<catalogue>",
    ]
    for number in range(60):
        kind = " kind='large'" if number % 7 == 2 else ""
        lines.append(f'  <group id="g{number}"{kind}><name>{words(it, 2)}</name>')
        for _ in range(it.randrange(1, 6)):
            item = f'<item price="{it.randrange(99)}">{words(it, 3)} <em>{it.choice(WORDS)}</em></item>'
            lines.append(f"    <bundle>{item}<item/></bundle>" if it.randrange(4) == 0 else f"    {item}")
        lines.append("  </group>")
    refs = [f'<ref to="g{it.randrange(60)}"' + (' all="g1 g2 g3"/>' if n % 9 == 0 else "/>") for n in range(40)]
    lines.append("  <index>" + "".join(refs) + "</index>")
    return "\n".join(lines + ["</catalogue>", ""]), "--valid"


def settings(it):
    """Settings: keys and values, comments, processing instructions."""
    lines = ["<settings>"]
    for group in range(25):
        lines.append(f'  <group name="{it.choice(WORDS)}-{group}">')
        for key in range(it.randrange(4, 12)):
            value = it.choice(["true", "false", str(it.randrange(999)), words(it, 2)])
            lines.append(f"    <key name='k{key}' type=\"t{it.randrange(4)}\">{value}</key>")
            if it.randrange(12) == 0:
                lines.append(f"    <?reload {it.choice(WORDS)} {group}?>")
            if it.randrange(9) == 0:
                lines.append(f"    <!-- {words(it, 4)} - {words(it, 2)} -->")
        lines.append("  </group>")
    return "\n".join(lines + ["</settings>", "<!-- end -->", ""]), "--format"


def spaces(it):
    """Names in many namespaces, declared at many depths."""
    lines = ['<root xmlns="urn:a" xmlns:b="urn:b">']
    for number in range(70):
        own = f"n{it.randrange(9)}"
        lines.append(f'  <b:row xmlns:{own}="urn:n{number}" {own}:key="{number}" b:key="{it.randrange(9)}">')
        for _ in range(it.randrange(1, 5)):
            lines.append(f"    <{own}:cell>{words(it, 2)}</{own}:cell><cell xmlns='urn:c{it.randrange(5)}' a='1'/>")
        if number % 13 == 5:
            lines.append("    <cell xmlns=''><plain/></cell>")
        lines.append("  </b:row>")
    return "\n".join(lines + ["</root>", ""]), "--c14n"


def letters(it):
    """Text beyond ASCII, in Latin-1, with references to characters."""
    lines = ['<?xml version="1.0" encoding="ISO-8859-1"?>', "<texts>"]
    for number in range(160):
        text = "".join(it.choice("abc\xe4\xf6\xfc\xe9 \xdf") for _ in range(30))
        reference = f"&#{it.randrange(256, 9000)};" if number % 6 == 1 else ""
        lines.append(f'  <text lang="{it.choice(["de", "fr"])}" xml:lang="de">{text}{reference}</text>')
    return "\n".join(lines + ["</texts>", ""]), ""


def table(it):
    """A table, most of whose rows are alike."""
    lines = ["<table>", "  <head>" + "".join(f"<th>{word}</th>" for word in WORDS) + "</head>"]
    for number in range(110):
        cells = "".join(f"<td>{it.randrange(10_000)}</td>" for _ in WORDS)
        lines.append(f"  <tr>{cells}</tr>")
        if number in (31, 77):
            lines.append(f'  <tr class="{words(it, 2)}"><td span="12"><![CDATA[{words(it, 8)}]]></td></tr>')
    return "\n".join(lines + ["</table>", ""]), "--noout"


def project(it):
    """The description of a project with what it depends on, read by xmllint's reader."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<project xmlns="urn:project" version="4">']
    lines.append("  <properties>" + "".join(f"<p.{n}>{it.randrange(9)}.{n}</p.{n}>" for n in range(30)) + "</properties>")
    for number in range(90):
        lines.append("  <dependency>")
        lines.append(f"    <group>org.{it.choice(WORDS)}</group><name>{words(it, 1)}-{number}</name>")
        lines.append(f"    <version>${{p.{it.randrange(30)}}}</version>")
        if number % 8 == 3:
            lines.append("    <exclusions><exclusion>&apos;*&apos;</exclusion></exclusions>")
        lines.append("  </dependency>")
    return "\n".join(lines + ["</project>", ""]), "--stream"


SHAPES = {
    shape.__name__: shape
    for shape in (feed, drawing, nested, entities, catalogue, settings, spaces, letters, table, project)
}


def document(name):
    """A text of a shape, and xmllint's options. Each shape has a seed of its own."""
    text, options = SHAPES[name](random.Random(list(SHAPES).index(name) + 1))
    return text.encode("latin-1" if name == "letters" else "utf-8"), options
