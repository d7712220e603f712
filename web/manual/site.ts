import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openDocument } from '@cheyi/contract/kernel/open-document'
import { openContract } from '@cheyi/contract/sales/open-api'
import { Marked } from 'marked'
import { escapeHtml, htmlOf } from '../src/build/manual/html.ts'
import { isOld, picturesFolder, readPages, readTaken } from '../src/build/manual/read.ts'
import { rowsOf } from '../src/kernel/page/screen.ts'
import { byChapter } from '../src/page/manual/manual.ts'
import { screens } from '../src/screens.ts'

/*
 * `npm run manual -- <folder>`: the manual as a website of plain files, with the operator's handbook and the document of the open API. It
 * needs no server of ours and no network: any web server shows the folder, and the manual's pages open from the disk too.
 */

const root = resolve(import.meta.dirname, '../..')
const rows = rowsOf(screens)
const pages = readPages()
const taken = readTaken()

/** Documents of whoever runs an installation. They are English, like all documents of the repository. */
const handbooks = [
  { file: 'operations.md', title: 'Operations', about: '运维手册（英文）：安装、备份、升级、监控' },
  { file: 'night-call.md', title: 'Night call', about: '夜间值班（英文）：症状、先看什么、先做什么' },
] as const

const OPEN_API = 'open/v1/docs/index.html'

const styles = `
:root { color-scheme: light dark; --ink: #14171f; --soft: #5b6472; --line: #d5d9e0; --page: #f4f5f7; --card: #fff; --link: #1f53ff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1f3f7; --soft: #a8b0bd; --line: #3a414d; --page: #0d0f14; --card: #171a21; --link: #8eabff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.75 system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 16px 16px 48px; }
nav { margin-bottom: 12px; } a { color: var(--link); } h1 { margin: 8px 0 16px; font-size: 24px; line-height: 1.4; } h2 { margin: 28px 0 8px; font-size: 18px; }
article, section { padding: 4px 20px 20px; border-radius: 12px; background: var(--card); overflow-wrap: anywhere; } section { margin-bottom: 12px; }
section ul { margin: 0; padding: 0; list-style: none; columns: 2 240px; } section li { padding: 4px 0; break-inside: avoid; }
input { width: 100%; margin-bottom: 12px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: inherit; font: inherit; }
figure { margin: 12px 0; text-align: center; } img { max-width: min(100%, 360px); height: auto; border: 1px solid var(--line); border-radius: 12px; } figcaption { color: var(--soft); font-size: 13px; }
table { border-collapse: collapse; font-size: 14px; } th, td { padding: 6px 10px; border: 1px solid var(--line); text-align: left; vertical-align: top; }
article, pre { overflow-x: auto; } pre, code { font-size: 14px; } pre { padding: 12px; border: 1px solid var(--line); border-radius: 8px; } [hidden] { display: none; }
`

const search = `
const box = document.querySelector('input');
box.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const section of document.querySelectorAll('section')) {
    let shown = 0;
    for (const item of section.querySelectorAll('li')) {
      item.hidden = !words.every((word) => item.dataset.words.includes(word));
      if (!item.hidden) shown++;
    }
    section.hidden = shown === 0;
  }
});
`

function page(title: string, body: string, { lang = 'zh-CN', way = true } = {}): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · 车驿使用手册</title><link rel="icon" href="data:,"><link rel="stylesheet" href="style.css"></head>
<body><main>${way ? '<nav><a href="index.html">使用手册</a></nav>' : ''}<h1>${escapeHtml(title)}</h1>
${body}</main></body></html>
`
}

const html = (task: string, markdown: string): string =>
  htmlOf(markdown, {
    page: (other) => `${other}.html`,
    screen: () => undefined,
    picture(name) {
      const known = taken[name]
      const source = pages.find((one) => one.task === task)!
      return known && { ...known, src: `pictures/${name}.webp`, isOld: isOld(name, source, rows) }
    },
  })

function index(): string {
  const chapters = byChapter(pages).map(({ chapter, pages: of }) => {
    const items = of.map(({ task, title, words, names }) => {
      const text = escapeHtml([title, chapter, words, ...names].join(' ').toLowerCase())
      return `<li data-words="${text}"><a href="${task}.html">${escapeHtml(title)}</a></li>`
    })
    return `<section><h2>${chapter}</h2><ul>${items.join('')}</ul></section>`
  })
  const others = [
    ...handbooks.map(({ file, about }) => [file.replace('.md', '.html'), about] as const),
    [OPEN_API, '开放接口文档：给第三方平台的开发人员'] as const,
  ].map(
    ([href, words]) =>
      `<li data-words="${escapeHtml(words.toLowerCase())}"><a href="${href}">${escapeHtml(words)}</a></li>`,
  )
  return page(
    '车驿使用手册',
    `<input type="search" aria-label="搜索" placeholder="想做什么：收押金、换车、开发票">
${chapters.join('\n')}
<section><h2>运维与接口</h2><ul>${others.join('')}</ul></section><script>${search}</script>`,
    { way: false },
  )
}

/** A document of the repository; its links to other documents stay text, because those are not here. */
function handbook(markdown: string): string {
  const known: readonly string[] = handbooks.map(({ file }) => file)
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens)
        const id = text
          .toLowerCase()
          .replace(/<[^>]+>|[^\p{Letter}\p{Number}\s-]/gu, '')
          .trim()
          .replace(/\s+/g, '-')
        return `<h${depth} id="${id}">${text}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const [file = '', anchor] = href.split('#')
        const to =
          file.startsWith('http') || file === ''
            ? href
            : known.includes(file)
              ? `${file.replace('.md', '.html')}${anchor ? `#${anchor}` : ''}`
              : undefined
        return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`
      },
    },
  })
  return `<article>${marked.parse(markdown.replace(/^# .*\n/, ''), { async: false })}</article>`
}

/** Writes the website into a folder. @returns the number of its pages */
export async function writeSite(folder: string): Promise<number> {
  const write = (path: string, text: string) => writeFile(resolve(folder, path), text)
  await mkdir(resolve(folder, 'pictures'), { recursive: true })
  await write('style.css', styles)
  await write('index.html', index())
  for (const { task, title, markdown } of pages)
    await write(`${task}.html`, page(title, `<article>${html(task, markdown)}</article>`))
  for (const { file, title } of handbooks) {
    const text = await readFile(resolve(root, 'docs', file), 'utf8')
    await write(file.replace('.md', '.html'), page(title, handbook(text), { lang: 'en' }))
  }
  for (const name of Object.keys(taken))
    await cp(resolve(picturesFolder, `${name}.webp`), resolve(folder, 'pictures', `${name}.webp`))
  await mkdir(resolve(folder, 'open/v1'), { recursive: true })
  await cp(resolve(root, 'web/dist/open/v1/docs'), resolve(folder, 'open/v1/docs'), { recursive: true })
  await write('open/v1/openapi.json', JSON.stringify(openDocument(openContract, process.env.PUBLIC_URL ?? '')))
  return pages.length + handbooks.length + 2
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? resolve(root, '.manual'))
  console.info(`已写 ${await writeSite(folder)} 页：${folder}`)
}
