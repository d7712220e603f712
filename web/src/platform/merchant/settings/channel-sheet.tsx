import { onlinePayWays, payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { paymentSaveChannel } from '../../../form/calls/payment-save-channel.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, type OutputOf, send, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useAnswersFor } from '../../../kernel/user.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Button } from '../../../ui/layout.tsx'
import type { Channel } from '../parts/certificate-fault.ts'
import { Certificates } from './certificates.tsx'

/** The result of a save, with the provider's response to the keys. */
const checkWords = ({ state, words }: OutputOf<typeof calls.payment.testChannel>): string =>
  state === 'wrong' ? `已保存但未启用：${words}` : `商户号已保存，${words}`

interface ChannelSheetProps extends Asks<true> {
  /** Left out: a new channel. */
  readonly channel: Channel | undefined
  readonly known: readonly Channel[]
  /** Simulated providers offer to fill in the form. */
  readonly simulated: boolean
}

/**
 * A contract with a payment provider: the provider's data about the shop, and keys, which are typed in and never
 * displayed again.
 */
export default function ChannelSheet({ channel, known, simulated, answer }: ChannelSheetProps) {
  const stores = useRead(calls.store.list, { all: true })
  const everywhere = useAnswersFor()(null)
  const free = onlinePayWays.filter((way) => !known.some((one) => one.payWay === way && one.storeId === null))
  const form = useEntry(paymentSaveChannel, {
    start: channel
      ? { ...channel, privateKey: null, secret: null, appSecret: null }
      : { payWay: free[0] ?? payWay.alipay, enabled: true },
    onSent({ check }) {
      feedback.toast(checkWords(check))
      answer(true)
    },
  })
  const test = useWrite(calls.payment.testChannel)
  const { fields, value } = form
  const wechat = value.payWay === payWay.wechat
  const kept = channel ? '已保存，不修改请留空' : undefined

  async function tryOut(id: string) {
    const check = await test.run({ id })
    if (check)
      feedback.toast(
        check.state === 'wrong' ? check.words : `${check.words}${check.state === 'right' ? '，可以收款' : ''}`,
      )
  }
  async function fillIn() {
    const account = await send(calls.simulation.payAccount, { payWay: value.payWay ?? payWay.alipay })
    for (const [name, text] of Object.entries(account)) fields[name as keyof typeof account].set(text)
  }

  return (
    <EntrySheet title={channel ? `${payWays.text(channel.payWay)}商户号` : '添加商户号'} of={form} action="保存">
      {!channel && (
        <>
          <CodeField
            of={fields.payWay}
            optional={false}
            look="tile"
            codes={{ values: onlinePayWays, text: payWays.text }}
          />
          <SelectField
            of={fields.storeId}
            placeholder={everywhere ? '全部门店' : '请选择门店'}
            options={(stores.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      )}
      {simulated && (
        <Button variant="tint" onClick={() => void fillIn()}>
          填入模拟商户号
        </Button>
      )}
      <TextField of={fields.appId} />
      <TextField of={fields.merchantNo} />
      <TextAreaField
        of={fields.privateKey}
        optional={channel !== undefined}
        rows={3}
        placeholder={kept}
        hint={channel ? `指纹 ${channel.fingerprint}` : '只用于签名，保存后不再显示'}
      />
      {channel && (
        <Button variant="tint" loading={test.pending} onClick={() => void tryOut(channel.id)}>
          测试
        </Button>
      )}
      {wechat && <TextField of={fields.keySerial} optional={false} hint="商户API证书的序列号" />}
      <TextAreaField of={fields.providerKey} rows={3} hint="用于核对支付平台的通知" />
      {wechat && (
        <>
          <TextField of={fields.providerKeyId} optional={false} hint="使用平台证书的填写证书序列号，到期前自动更新" />
          {channel && <Certificates channel={channel} />}
          <TextField
            of={fields.secret}
            optional={channel !== undefined}
            placeholder={kept}
            hint={channel?.secretTail ? `尾号 ${channel.secretTail}` : '32个字符，保存后不再显示'}
          />
          <TextField
            of={fields.appSecret}
            placeholder={channel?.appSecretTail ? kept : undefined}
            hint={
              channel?.appSecretTail
                ? `尾号 ${channel.appSecretTail}`
                : '应用ID为公众号时填写，客户可在微信内直接付款；网页授权域名须填本站域名'
            }
          />
        </>
      )}
      <TextField of={fields.serviceId} hint={wechat ? '开通微信支付分后填写' : '开通芝麻免押后填写：类目/服务ID'} />
      <SwitchField of={fields.enabled} label="启用" />
    </EntrySheet>
  )
}
