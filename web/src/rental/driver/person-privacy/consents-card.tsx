import { type ConsentKind, consentKinds, consentWays, heardConsentWays } from '@cheyi/domain/rental/driver/consent'
import { formatLocal } from '@cheyi/domain/time'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useMay } from '../../../kernel/user.ts'
import { choose } from '../../../page/choose.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Cell, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

interface ConsentsCardProps {
  readonly personId: string
  readonly consents: OutputOf<typeof calls.driver.privacy>['consents']
}

const said = {
  gone: '已撤回，照片已删除',
  later: '已撤回，照片在未了结业务办完后删除',
  none: '已撤回',
} as const

const moment = (at: number) => formatLocal(at, 'YYYY-MM-DD HH:mm')

/** Consents with time and way, and the button to withdraw them. */
export function ConsentsCard({ personId, consents }: ConsentsCardProps) {
  const mayEdit = useMay('person.edit')
  const withdraw = useWrite(calls.driver.withdrawConsent)
  async function takeBack(kind: ConsentKind) {
    const key = await choose(
      '客户如何提出撤回',
      heardConsentWays.map((value) => ({ key: String(value), label: consentWays.text(value) })),
    )
    const way = heardConsentWays.find((value) => String(value) === key)
    if (way === undefined) return
    const done = await withdraw.run({ personId, kind, way })
    if (done) feedback.toast(said[done.pictures])
  }
  return (
    <Card title="同意">
      {consents.length === 0 && (
        <Text as="p" pad={[12, 16, 16]} ink={3}>
          暂无同意记录
        </Text>
      )}
      {consents.map((row) => (
        <Cell
          key={`${row.kind}-${row.at}`}
          label={consentKinds.text(row.kind)}
          note={
            <span className="num">
              {moment(row.at)} {consentWays.text(row.way)}
              {row.givenTo && ` · 经办 ${row.givenTo}`}
              {row.withdrawnAt !== null && ` · ${moment(row.withdrawnAt)} 撤回`}
            </span>
          }
          extra={
            row.withdrawnAt !== null ? (
              <Tag>已撤回</Tag>
            ) : mayEdit ? (
              <Button size="s" loading={withdraw.pending} onClick={() => void takeBack(row.kind)}>
                撤回
              </Button>
            ) : (
              <Tag tone="success">有效</Tag>
            )
          }
        />
      ))}
    </Card>
  )
}
