import { Marked, type Tokens } from 'marked'

/*
 * Markdown of the manual as HTML. It is written into the application's page as it is, so raw HTML in a page stops the build, and everything
 * else is escaped.
 */

export interface Where {
  /** Address of another page of the manual. */
  readonly page: (task: string) => string
  /** Address of a page of the application; undefined: its name is shown without a link, because there is no application beside the text. */
  readonly screen: (path: string) => string | undefined
  /** Undefined while it has not been taken yet: the page does without. */
  readonly picture: (name: string) =>
    | {
        readonly src: string
        readonly width: number
        readonly height: number
        /** The screen has changed since the picture was taken. */
        readonly isOld: boolean
      }
    | undefined
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Names of buttons are set in bold, with the brackets around them. */
const withNames = (text: string): string => escapeHtml(text).replace(/「[^」]+」/g, '<b>$&</b>')

export const OLD_PICTURE = '这张图拍得较早，按钮的位置可能与现在不同，以页面为准'

export function htmlOf(markdown: string, where: Where): string {
  const marked = new Marked({
    renderer: {
      html({ text }) {
        throw new Error(`no HTML in a page of the manual: ${text}`)
      },
      text(token) {
        return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : withNames(token.text)
      },
      paragraph({ tokens }) {
        const [only] = tokens
        const alone = tokens.length === 1 && only?.type === 'image'
        return alone ? `${figure(only as Tokens.Image)}\n` : `<p>${this.parser.parseInline(tokens)}</p>\n`
      },
      image: (token) => figure(token as Tokens.Image),
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const task = /^([\w-]+)\.md$/.exec(href)?.[1]
        if (task !== undefined) return `<a href="${where.page(task)}" data-task="${task}">${text}</a>`
        if (!href.startsWith('/'))
          throw new Error(`a link of the manual leads to a page of it or of the application: ${href}`)
        const to = where.screen(href)
        return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`
      },
    },
  })
  function figure({ href, text }: Tokens.Image): string {
    const found = where.picture(/([\w-]+)\.webp$/.exec(href)?.[1] ?? href)
    if (found === undefined) return ''
    const { src, width, height, isOld } = found
    const note = isOld ? `<figcaption>${OLD_PICTURE}</figcaption>` : ''
    return `<figure><img src="${src}" width="${width}" height="${height}" alt="${escapeHtml(text)}" loading="lazy">${note}</figure>`
  }
  return marked.parse(markdown, { async: false })
}
