/*
 * The languages of pages and messages that customers read. Pages of staff are Chinese. Chinese in simplified characters is the language
 * of the code; the others have their words in web/src/words.
 */

/** The languages to choose from, each by its own name. The tag is that of `lang` attributes. */
export const languages = [
  { tag: 'zh-CN', name: '简体中文' },
  { tag: 'zh-Hant', name: '繁體中文' },
  { tag: 'en', name: 'English' },
] as const

export type Language = (typeof languages)[number]['tag']

/** The language of an order as it is stored: null for simplified Chinese, which most customers read. */
export type StoredLanguage = Exclude<Language, 'zh-CN'> | null

export const storedLanguage = (language: Language): StoredLanguage => (language === 'zh-CN' ? null : language)

export const isLanguage = (text: unknown): text is Language => languages.some(({ tag }) => tag === text)

/** The name of a language, in itself; '' for one that is not known. */
export const languageName = (tag: string): string => languages.find((one) => one.tag === tag)?.name ?? ''

/** Where traditional characters are written; a script that is named counts more than a place. */
const traditional = new Set(['hant', 'tw', 'hk', 'mo'])

/** The language of a tag of BCP 47, such as `zh-HK` or `en-US`; undefined where there is none of it. */
function languageOf(tag: string): Language | undefined {
  const [base, ...parts] = tag.toLowerCase().split(/[-_]/)
  if (base === 'en') return 'en'
  // Cantonese has a tag of its own on some phones.
  if (base !== 'zh' && base !== 'yue') return undefined
  if (parts.includes('hans')) return 'zh-CN'
  return base === 'yue' || parts.some((part) => traditional.has(part)) ? 'zh-Hant' : 'zh-CN'
}

/** The first language of a reader that there is; English is what most people read who read none of them. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = languageOf(tag)
    if (known !== undefined) return known
  }
  return wanted.length === 0 ? 'zh-CN' : 'en'
}

/** The languages of an `accept-language` header, the most wanted first. */
export const acceptedLanguages = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const weight = rest.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((one) => one !== undefined)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => /^[a-z]{2,8}([-_][a-z\d]{1,8})*$/i.test(tag) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
