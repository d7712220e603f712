import './legal-page.css'
import type { LegalType } from '@cheyi/domain/platform/session/legal-text'
import { formatLocal } from '@cheyi/domain/time'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { Page, useAnswers } from '../../../page/page.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'

const dateOf = (at: number) => formatLocal(at, 'YYYY-MM-DD')

/** A complete legal text with its version and dates. */
export function LegalPage({ type }: { type: LegalType }) {
  const [text] = useAnswers(ask(calls.session.legal, { type }))
  return (
    <Page title={text.title} reading>
      <Stack as="article" gap={16} pad={[8, 4, 32]} className="legal">
        <Note num>
          版本 {text.version} · 更新日期 {dateOf(text.updatedAt)} · 生效日期 {dateOf(text.effectiveAt)}
        </Note>
        {text.preamble.map(block)}
        {text.sections.map((section) => (
          <Stack as="section" gap={12} key={section.heading}>
            <h2>{section.heading}</h2>
            {section.blocks.map(block)}
          </Stack>
        ))}
      </Stack>
    </Page>
  )
}

/** The order within a version never changes, so the index is a stable key. */
function block({ text, list, table }: OutputOf<typeof calls.session.legal>['preamble'][number], place: number) {
  if (list.length > 0) {
    return (
      <ul key={place}>
        {list.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    )
  }
  const [head = [], ...rows] = table
  if (head.length === 0) return <p key={place}>{text}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
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
