import './page.css'
import { stepsOf, worked } from '@cheyi/open-client/signing-examples'
import redoc from '../vendor/redoc/redoc.standalone.js?url'
import { DOCUMENT, type OpenDocument } from './document.ts'
import { code, h, prose } from './dom.ts'
import { tryOut } from './try-out.ts'

/*
 * The document of the open API for developers of platforms: how to sign, a try-out with a test key, and every call. It
 * is built apart from the application, which fetches nothing of it.
 */

const views = ['guide', 'try', 'reference'] as const
type View = (typeof views)[number]

const sectionOf = (view: View): HTMLElement => document.getElementById(view)!
const made = new Set<View>()
const opened = fetch(DOCUMENT).then((answer) => answer.json() as Promise<OpenDocument>)

const makers: Readonly<Record<View, (section: HTMLElement) => Promise<void>>> = {
  async guide(section) {
    const steps = await Promise.all(worked.map(async (request) => ({ request, steps: await stepsOf(request) })))
    section.append(
      ...prose((await opened).info.description),
      h('h2', { id: 'worked' }, '签名示例'),
      h('p', {}, '下面每一步都由实际代码算出，可与自己的程序逐行核对。'),
      ...steps.flatMap(({ request, steps: results }) => [
        h('h3', {}, request.about),
        ...(request.body === undefined ? [] : [h('p', {}, '请求体'), code(request.body)]),
        h('ol', { class: 'steps' }, ...results.map(([step, result]) => h('li', {}, h('p', {}, step), code(result)))),
      ]),
      h('p', {}, '机器可读的文档：', h('a', { href: DOCUMENT }, DOCUMENT)),
    )
  },

  async try(section) {
    tryOut(section, await opened)
  },

  async reference(section) {
    const [document] = await Promise.all([opened, script(redoc)])
    const place = h('div')
    section.replaceChildren(place)
    Redoc.init(
      // The introduction is a view of its own.
      { ...document, info: { title: '接口参考', version: '' } },
      {
        disableSearch: true,
        nativeScrollbars: true,
        hideDownloadButton: true,
        requiredPropsFirst: true,
        hideSchemaPattern: true,
        expandResponses: '200',
        scrollYOffset: '.bar',
        labels: {
          enum: '可选值',
          enumSingleValue: '值',
          enumArray: '元素可选值',
          default: '默认',
          deprecated: '已弃用',
          example: '示例',
          examples: '示例',
          noResultsFound: '没有找到',
          requestSamples: '请求示例',
          responseSamples: '应答示例',
        },
        theme: {
          colors: { primary: { main: '#1f53ff' } },
          typography: { fontFamily: 'inherit', fontSize: '15px', headings: { fontFamily: 'inherit' } },
          rightPanel: { backgroundColor: '#1e222b' },
        },
      },
      place,
    )
  },
}

declare const Redoc: { init(document: unknown, options: object, place: HTMLElement): void }

const script = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const element = h('script', { src })
    element.onload = () => resolve()
    element.onerror = () => reject(new Error(src))
    document.head.append(element)
  })

/** Shows the view of the address; other hashes are those of the reference. */
function show(): void {
  const name = location.hash.slice(1)
  const view = views.find((one) => one === name) ?? (name === '' ? 'guide' : 'reference')
  for (const one of views) sectionOf(one).hidden = one !== view
  for (const link of document.querySelectorAll('nav a'))
    link.setAttribute('aria-current', link.getAttribute('href') === `#${view}` ? 'page' : 'false')
  if (made.has(view)) return
  made.add(view)
  makers[view](sectionOf(view)).catch(() => {
    made.delete(view)
    sectionOf(view).replaceChildren(h('p', {}, '加载失败，请检查网络后刷新页面'))
  })
}

addEventListener('hashchange', show)
show()
