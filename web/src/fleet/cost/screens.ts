import { id, int, maybeId, screen, text } from '../../kernel/page/screen.ts'

export const costScreens = {
  /** `from`, `to`: months, each by one of its days. `kind`: a kind of cost. */
  list: screen({
    path: '/inventory/cost/:id',
    title: '车辆费用',
    permission: ['inventory.edit', 'ticket.cost', 'data'],
    search: { id, from: text, to: text, kind: int(undefined) },
    file: 'fleet/cost/list',
  }),
  import: screen({
    path: '/inventory/costImport',
    title: '导入车辆费用',
    permission: ['ticket.cost'],
    search: { rstep: int(1), check: maybeId, run: maybeId, file: maybeId },
    narrow: true,
    file: 'fleet/cost/import',
  }),
}
