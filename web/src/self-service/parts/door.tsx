import { type HandoverType, handoverType } from '@cheyi/domain/pickup-return/codes'
import { formatDateTime } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, type OutputOf, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { useCountdown } from '../../session/parts/countdown.ts'
import { Button, MainButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field/input.tsx'
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
  const [smsCode, setCode] = useState('')
  const [wait, startWait] = useCountdown()
  const otp = useWrite(calls.selfService.otp)
  const enter = useWrite(calls.selfService.enter)
  async function send() {
    const answer = await otp.run({ t, type })
    if (!answer) return
    startWait(answer.resendAfter)
    feedback.toast('验证码已发送')
  }
  async function go() {
    const answer = await enter.run({ t, type, smsCode })
    if (!answer) return
    if (answer.replaced) feedback.toast('已转到本机办理，另一部手机不能再继续')
    onPass(answer.pass)
  }
  const word = type === handoverType.pickup ? '取车' : '还车'
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
          <TextInput
            look="box"
            aria-label="验证码"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={`尾号 ${facts.phoneTail} 收到的验证码`}
            className="num"
            maxLength={6}
            value={smsCode}
            onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
            suffix={
              <Button size="s" variant="text" loading={otp.pending} disabled={wait > 0} onClick={() => void send()}>
                {wait > 0 ? `${wait}秒后重发` : '获取验证码'}
              </Button>
            }
          />
          <MainButton
            loading={enter.pending}
            reason={smsCode.length === 6 ? undefined : '请输入6位验证码'}
            onClick={() => void go()}
          >
            开始自助{word}
          </MainButton>
        </Stack>
      </Card>
    </>
  )
}
