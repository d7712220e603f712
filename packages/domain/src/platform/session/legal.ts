import { privacyPolicy } from './legal-privacy.ts'
import { serviceAgreement } from './legal-service.ts'
import type { LegalBlock, LegalContent, LegalText, LegalType } from './legal-text.ts'

/* Consents of customers besides the rental, each one paragraph. */

const first = { version: '1.0', updatedOn: '2026-11-20', effectiveOn: '2026-11-20', sections: [] } as const

const documentsConsent: LegalText = {
  ...first,
  title: '证件照片留存同意',
  preamble: ['客户同意留存证件照片，用于租车核验，并可由识别服务读取'],
}

const faceConsent: LegalText = {
  ...first,
  title: '人脸拍摄同意',
  preamble: ['客户同意拍摄人脸，仅用于核验本人'],
}

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
    ({ heading, blocks }) => `<h2>${escapeHtml(heading)}</h2>${blocks.map(block).join('')}`,
  )
  return text.preamble.map(block).join('') + sections.join('')
}

function block(content: LegalBlock): string {
  if (typeof content === 'string') return `<p>${escapeHtml(content)}</p>`
  if ('list' in content) return `<ul>${content.list.map((entry) => `<li>${escapeHtml(entry)}</li>`).join('')}</ul>`
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  const [head = [], ...rows] = content.table
  return `<table>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
