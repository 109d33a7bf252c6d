// The check of style sheets: what it finds, and that it finds nothing here.

import { describe, expect, test } from "vitest";
import { classFaults } from "./styles";
import { paths, show, type Source, texts } from "./tree";

const file = (path: string, text: string): Source => ({ path, text });
const component = (body: string, from = "./style.module.css"): Source => file("web/features/a/View.tsx", `import * as style from "${from}";\n${body}\n`);
const sheet = (css: string, path = "web/features/a/style.module.css"): Source => file(path, css);
const faults = (code: Source, ...sheets: Source[]): string => show(classFaults([code], sheets));

describe("classes of the page", () => {
  test("what is used exists, and what exists is used", () => {
    expect(faults(component("<b class={style.one} />"), sheet(".one { color: red }"))).toBe("");
    expect(faults(component("<b class={style.two} />"), sheet(".one { color: red }"))).toContain('View.tsx:2: web/features/a/style.module.css has no class "two"');
    expect(faults(component(""), sheet("\n.one b:hover { color: red }"))).toContain('style.module.css:2: nothing uses the class "one"');
  });

  test("classes inside of rules of a layer or a screen count, numbers and comments do not", () => {
    const css = '/* .old */ @layer parts { @media (max-width: 9.5px) { .one, td.two { margin: 0 .5px; content: ".x" } } }';
    expect(faults(component("<b class={`${style.one} ${style.two}`} />"), sheet(css))).toBe("");
  });

  test("a class that no sheet knows is found, however it is written", () => {
    for (const use of ['<b class="one" />', "<b class={`one`} />", '<b className="one" />']) expect(faults(component(use))).toContain("comes from a style sheet");
    expect(faults(component("<b class={style[name]} />"), sheet(""))).toContain("write the name of the class out");
  });

  test("code does not look for classes", () => {
    for (const use of ['box.closest<HTMLElement>(".one, dialog")', 'box.querySelectorAll("li.one")']) expect(faults(component(use))).toContain("look for a role or an attribute");
    expect(faults(component('box.closest("aside > div")'), sheet(""))).toBe("");
  });

  test("names of other things are left alone", () => {
    expect(faults(component("element.style.left = now;"), sheet(""))).toBe("");
  });

  test("a sheet belongs to its folder, but for those of the components", () => {
    expect(faults(component("<b class={style.one} />", "../b/style.module.css"), sheet(".one {}", "web/features/b/style.module.css"))).toContain("belongs to web/features/b");
    expect(faults(component("<b class={style.one} />", "../../components/parts.module.css"), sheet(".one {}", "web/components/parts.module.css"))).toBe("");
    expect(faults(component("", "./gone.module.css"))).toContain("there is no web/features/a/gone.module.css");
  });

  test("no class holds for the whole page", () => {
    expect(faults(component(""), sheet("b { color: red }", "web/app/styles/base.css"))).not.toContain("base.css");
    expect(faults(component(""), sheet(".one { color: red }", "web/app/styles/base.css"))).toContain('".one" would hold for the whole page');
    expect(faults(component("<b class={style.one} />"), sheet(".one :global(.two) {}"))).toContain(":global");
  });

  test("the page keeps to this", () => {
    const all = texts(paths()).filter(({ path }) => path.startsWith("web/"));
    const code = all.filter(({ path }) => /\.tsx?$/.test(path));
    const sheets = all.filter(({ path }) => path.endsWith(".css"));
    expect(code.length).toBeGreaterThan(20);
    expect(sheets.length).toBeGreaterThan(10);
    expect(show(classFaults(code, sheets))).toBe("");
  });
});
