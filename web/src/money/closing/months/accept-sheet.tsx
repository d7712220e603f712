import { closingAccept } from '../../../form/calls/closing-accept.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Notice } from '../../../ui/layout.tsx'

type Point = NonNullable<OutputOf<typeof calls.closing.state>['next']>['open'][number]

/** Says why a month is closed although work of it is left. */
export default reasonSheet(closingAccept, ({ point, month }: { readonly point: Point; readonly month: string }) => ({
  title: `${point.name} ${point.count}`,
  label: '说明',
  start: { month, kind: point.kind, count: point.count },
  usual: ['等待对方提供单据', '金额不重要，下月处理', '已在账外处理'],
  action: '说明后可结账',
  about: <Notice>说明和说明人随账期保存，写入审计文件；数量增加后需要重新说明</Notice>,
}))
