import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Text } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { AuditRow } from './screen.tsx'

/** The values that an action changed, each before and after. */
export default function ChangesSheet({ row }: { readonly row: AuditRow } & Asks<never>) {
  return (
    <OpenedSheet title={row.actionName}>
      <KeyValue
        rows={row.changes.map(({ label, before, after }) => ({
          label,
          value: (
            <>
              {before !== null && (
                <Text as="del" ink={3}>
                  {before}
                </Text>
              )}
              {before !== null && after !== null && ' → '}
              {after}
            </>
          ),
        }))}
      />
    </OpenedSheet>
  )
}
