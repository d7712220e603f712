import { costKinds, costSource, costSources } from '@cheyi/domain/fleet/cost/codes'
import { ownerScreens } from '../../../insight/owner/screens.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo, type PageLink, type Reach, useMay } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { open } from '../../../page/open.ts'
import { view, viewOf } from '../../../page/view.ts'
import { insuranceScreens } from '../../../rental/insurance/screens.ts'
import { tollScreens } from '../../../rental/toll/screens.ts'
import { violationScreens } from '../../../rental/violation/screens.ts'
import { Button } from '../../../ui/layout.tsx'
import { screensOf } from '../../ticket/screens.ts'

export type Cost = OutputOf<typeof calls.cost.page>['list'][number]

/** The ticket, violation, insurance case, statement of an owner or bill of tolls that an entry follows. */
export function originOf(reach: Reach, { source, refId, ticketKind }: Cost, vehicleId: string): PageLink | undefined {
  if (source === costSource.toll) return linkTo(reach, tollScreens.list, { vehicleId, group: 'all' })
  if (refId === null) return undefined
  if (source === costSource.ticket && ticketKind !== null)
    return linkTo(reach, screensOf(ticketKind).detail, { ticketId: refId })
  if (source === costSource.violation) return linkTo(reach, violationScreens.detail, { violationId: refId })
  if (source === costSource.insurance) return linkTo(reach, insuranceScreens.detail, { caseId: refId })
  return source === costSource.owner ? linkTo(reach, ownerScreens.statement, { statementId: refId }) : undefined
}

function Act({ item: cost }: { readonly item: Cost }) {
  const mayEdit = useMay('inventory.edit', 'ticket.cost')
  const { vouchers, voidable } = cost
  return (
    <>
      {vouchers.length > 0 && (
        <Button
          size="s"
          variant="text"
          onClick={() =>
            view(
              vouchers.map((one, i) => viewOf(`凭证 ${i + 1}`)(one)),
              0,
            )
          }
        >
          凭证 {vouchers.length}
        </Button>
      )}
      {mayEdit && voidable && (
        <Button size="s" variant="text" onClick={() => void open(() => import('./cancel-sheet.tsx'), { cost })}>
          作废
        </Button>
      )}
    </>
  )
}

/** `counted`: what counts of an entry. */
const columnsOf = (...counted: readonly ListColumn<Cost>[]): readonly ListColumn<Cost>[] => [
  { key: 'kind', title: '费用', kind: 'text', width: 108, card: 'title', of: ({ kind }) => costKinds.text(kind) },
  {
    key: 'source',
    title: '来源',
    kind: 'tag',
    width: 84,
    of: ({ source }) => [source !== costSource.manual && { text: costSources.text(source), tone: 'neutral' }],
  },
  {
    key: 'span',
    title: '日期',
    kind: 'text',
    width: 180,
    of: ({ from, to }) => (from === to ? from : `${from} 至 ${to}`),
  },
  { key: 'note', title: '说明', kind: 'text', width: 220, card: 'note', of: ({ note }) => note },
  { key: 'by', title: '登记人', kind: 'person', named: true, of: ({ createdByName }) => createdByName },
  { key: 'tax', title: '税额', kind: 'money', width: 84, card: 'meta', of: ({ taxFen }) => taxFen || null },
  ...counted,
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 120,
    when: ({ vouchers, voidable }, held) =>
      vouchers.length > 0 || (voidable && (held.has('inventory.edit') || held.has('ticket.cost'))),
    Act,
  },
]

export const columns = columnsOf({ key: 'fen', title: '金额', kind: 'money', of: ({ fen }) => fen })

/** Of chosen months, to which a part of an entry may belong. */
export const partColumns = columnsOf(
  {
    key: 'all',
    title: '共',
    kind: 'money',
    card: 'meta',
    of: ({ fen, share }) => (share === fen ? null : fen),
  },
  { key: 'fen', title: '本期金额', kind: 'money', of: ({ share }) => share },
)
