import { privacyPolicy } from './legal-privacy.ts'
import { serviceAgreement } from './legal-service.ts'
import type { LegalBlock, LegalText } from './legal-text.ts'

const texts = { privacy: privacyPolicy, service: serviceAgreement } as const

export type LegalType = keyof typeof texts

/** The text in force, and the same as HTML of headings, paragraphs, lists and tables only, for other readers. */
export function legalText(type: LegalType): LegalText & { readonly html: string } {
  const text = texts[type]
  return { ...text, html: toHtml(text) }
}

function toHtml(text: LegalText): string {
  const sections = text.sections.map(
    ({ heading, blocks }) => `<h2>${escaped(heading)}</h2>${blocks.map(block).join('')}`,
  )
  return text.preamble.map(block).join('') + sections.join('')
}

function block(content: LegalBlock): string {
  if (typeof content === 'string') return `<p>${escaped(content)}</p>`
  if ('list' in content) return `<ul>${content.list.map((entry) => `<li>${escaped(entry)}</li>`).join('')}</ul>`
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const [head = [], ...rows] = content.table
  return `<table>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
