import { recordVerifies } from '@cheyi/domain/rental/pickup-return/codes'
import { accessories } from '@cheyi/domain/rental/pickup-return/record'
import { momentText } from '../../../kernel/now.ts'
import { view, viewOf } from '../../../page/view.ts'
import { Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { HandoverRecord } from '../parts/handover.ts'

interface RecordCardProps {
  readonly title: string
  readonly record: HandoverRecord
}

/** Other facts of one handover: accessories, note and signature. */
export function RecordCard({ title, record }: RecordCardProps) {
  const { at, accessories: listed, note, parkingNote, keyNote, signature, byCustomer, verify } = record
  const present = listed.filter((one) => one.present).map(({ code }) => accessories[code])
  const absent = listed.filter((one) => !one.present).map(({ code }) => accessories[code])
  return (
    <Card
      pad
      title={`${title}记录`}
      extra={byCustomer ? <Tag tone="purple">自助 · {recordVerifies.text(verify)}</Tag> : undefined}
    >
      <KeyValue
        rows={[
          { label: '时间', value: at === null ? '—' : momentText(at) },
          { label: '随车物品', value: listed.length === 0 ? '未登记' : present.join('、') || '无' },
          ...(absent.length > 0 ? [{ label: '不在车上', value: absent.join('、') }] : []),
          ...(parkingNote === '' ? [] : [{ label: '停放位置', value: parkingNote }]),
          ...(keyNote === '' ? [] : [{ label: '钥匙位置', value: keyNote }]),
          ...(note === '' ? [] : [{ label: '备注', value: note }]),
        ]}
      />
      {signature ? (
        <button
          type="button"
          className="handover-signature record-signature"
          aria-label="查看客户签名"
          onClick={() => view([viewOf('客户签名')(signature)])}
        >
          <img src={signature.url} alt="客户签名" loading="lazy" />
        </button>
      ) : (
        <Note>客户未签名</Note>
      )}
    </Card>
  )
}
