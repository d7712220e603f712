import { documentsConsent, faceConsent } from './legal-consents.ts'
import { privacyPolicy } from './legal-privacy.ts'
import { serviceAgreement } from './legal-service.ts'
import type { LegalBlock, LegalContent, LegalText, LegalType } from './legal-text.ts'

/** The versions that are part of the program; those that an operator publishes are later versions. */
export const firstLegalTexts: Readonly<Record<LegalType, LegalText>> = {
  privacy: privacyPolicy,
  service: serviceAgreement,
  documents: documentsConsent,
  face: faceConsent,
}

/** HTML of headings, paragraphs, lists and tables only, for readers other than our pages. */
export function legalHtml(text: LegalContent): string {
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
