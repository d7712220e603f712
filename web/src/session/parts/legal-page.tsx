import './legal-page.css'
import type { LegalBlock, LegalText } from '@cheyi/domain/session/legal-text'
import { Page } from '../../page/frame.tsx'
import { Note, Stack } from '../../ui/layout.tsx'

/** A legal text from beginning to end, with its version and dates. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <Page title={text.title} reading>
      <Stack as="article" gap={16} pad={[8, 4, 32]} className="legal">
        <Note num>
          版本 {text.version} · 更新日期 {text.updatedOn} · 生效日期 {text.effectiveOn}
        </Note>
        {text.preamble.map(block)}
        {text.sections.map((section) => (
          <section key={section.heading}>
            <h2>{section.heading}</h2>
            {section.blocks.map(block)}
          </section>
        ))}
      </Stack>
    </Page>
  )
}

/** Texts never move within a version, so their place names them. */
function block(content: LegalBlock, place: number) {
  if (typeof content === 'string') return <p key={place}>{content}</p>
  if ('list' in content) {
    return (
      <ul key={place}>
        {content.list.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    )
  }
  const [head = [], ...rows] = content.table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section key={place} className="legal-table" aria-label={head.join('、')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
