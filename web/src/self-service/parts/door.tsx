import { type HandoverType, handoverTypes } from '@cheyi/domain/pickup-return/codes'
import { formatDateTime } from '@cheyi/domain/time'
import { calls, type OutputOf, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { SmsCodeInput, useSmsCode } from '../../session/parts/sms-code-input.tsx'
import { MainButton } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { KeyValue } from '../../ui/show/rows.tsx'

type Facts = OutputOf<typeof calls.selfService.door>

interface DoorProps {
  readonly t: string
  readonly type: HandoverType
  readonly facts: Facts
  /** Why it stands there again: the pass ended, or another phone has it. */
  readonly why: string | undefined
  readonly onPass: (pass: string) => void
}

/** What a link shows before the code of the customer's phone was typed: where and when, nothing of who or how much. */
export function Door({ t, type, facts, why, onPass }: DoorProps) {
  const otp = useWrite(calls.selfService.otp)
  const enter = useWrite(calls.selfService.enter)
  const sms = useSmsCode(() => otp.run({ t, type }))
  async function go() {
    const answer = await enter.run({ t, type, smsCode: sms.code })
    if (!answer) return
    if (answer.replaced) feedback.toast('已转到本机办理，另一部手机不能再继续')
    onPass(answer.pass)
  }
  const word = handoverTypes.text(type)
  return (
    <>
      {why && <Notice>{why}</Notice>}
      {facts.opensAt !== null && (
        <Notice tone="primary">未到自助取车时间，{formatDateTime(facts.opensAt)} 起可以办理</Notice>
      )}
      <Card pad>
        <KeyValue
          rows={[
            { label: '门店', value: facts.storeName },
            { label: '车型', value: facts.modelName },
            { label: `${word}时间`, value: formatDateTime(facts.at) },
            { label: '门店电话', value: <a href={`tel:${facts.storePhone}`}>{facts.storePhone}</a> },
          ]}
        />
      </Card>
      <Card pad title="验证手机">
        <Stack gap={16}>
          <SmsCodeInput of={sms} phoneTail={facts.phoneTail} sending={otp.pending} />
          <MainButton loading={enter.pending} reason={sms.reason} onClick={() => void go()}>
            开始自助{word}
          </MainButton>
        </Stack>
      </Card>
    </>
  )
}
