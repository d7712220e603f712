import type { ReactNode } from 'react'
import { feedback } from '../../../kernel/call/calls.ts'
import { Card, MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { say } from '../../../words/words.ts'
import { SmsCodeInput, useSmsCode } from '../../session/parts/sms-code-input.tsx'
import { type Shop, ShopHead } from './shop-head.tsx'

interface DoorProps {
  readonly why: string | undefined
  /** Place and time only: no names and no amounts, because the code has not been verified yet. */
  readonly rows: readonly { readonly label: string; readonly value: ReactNode }[]
  readonly shop: Shop
  readonly phoneTail: string
  /** The action after the code was verified: 开始自助取车. */
  readonly go: string
  readonly code: { readonly pending: boolean; readonly send: () => Promise<{ readonly resendAfter: number } | null> }
  readonly enter: {
    readonly pending: boolean
    readonly send: (smsCode: string) => Promise<{ readonly pass: string; readonly replaced: boolean } | null>
  }
  readonly onPass: (pass: string) => void
  /** Content above the facts. */
  readonly children?: ReactNode
}

/** The page of a customer's link before the code sent to the customer's phone was verified. */
export function Door({ why, rows, shop, phoneTail, go, code, enter, onPass, children }: DoorProps) {
  const sms = useSmsCode(code.send)
  async function open() {
    const answer = await enter.send(sms.code)
    if (!answer) return
    if (answer.replaced) feedback.toast(say('已转到本机办理，另一部手机不能再继续'))
    onPass(answer.pass)
  }
  return (
    <>
      <ShopHead shop={shop} />
      {why && <Notice>{why}</Notice>}
      {children}
      <Card pad>
        <KeyValue rows={rows} />
      </Card>
      <Card pad title={say('验证手机')}>
        <Stack gap={16}>
          <SmsCodeInput of={sms} phoneTail={phoneTail} sending={code.pending} />
          <MainButton loading={enter.pending} reason={sms.reason} onClick={() => void open()}>
            {go}
          </MainButton>
        </Stack>
      </Card>
    </>
  )
}
