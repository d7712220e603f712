import type { Contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { type PayWay, payWay, payWays } from '@cheyi/domain/payment/codes'
import { formatDateTime } from '@cheyi/domain/time'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/call/calls.ts'
import { refusedAs } from '../../kernel/call/refused.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { Answer } from '../../page/answer.tsx'
import { Page } from '../../page/frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/frame/empty.tsx'
import { Note, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { KeyValue } from '../../ui/show/rows.tsx'
import { paymentScreens } from '../screens.ts'
import { invoke } from './bridge.ts'

type PayPage = OutputOf<Contract['payment']['payPage']>

/** How often the page looks whether the money is there, ms. */
const LOOK = 2000

/** What a customer's link opens: what is asked for and why, and the way to pay it. */
export default function Pay() {
  const { t, code, state } = useScreen(paymentScreens.pay)
  const back = useMemo(() => (code === '' ? undefined : { code, state }), [code, state])
  const read = useRead(calls.payment.payPage, { t }, { quiet: true, enabled: t !== '', freshFor: 0, every: LOOK })
  if (t === '' || (read.error !== null && refusedAs('linkExpired')(read.error)))
    return (
      <Page onBack={null}>
        <Empty title="链接已失效" note="付款链接24小时内有效，请联系门店重新发送。" />
      </Page>
    )
  return (
    <Page onBack={null}>
      <Answer of={read} cards={2} shape="detail">
        {(answer) => <Asked page={answer} token={t} back={back} />}
      </Answer>
    </Page>
  )
}

interface AskedProps {
  readonly page: PayPage
  readonly token: string
  /** The customer has come back from WeChat, which says with it who pays. */
  readonly back: { readonly code: string; readonly state: string } | undefined
}

function Asked({ page, token, back }: AskedProps) {
  const [chosen, choose] = useState<PayWay>()
  const begin = useWrite(calls.payment.payByLink)
  const patch = usePatch()
  const ways = waysOf(navigator.userAgent, page.ways)
  const { begun } = page
  const ready = begun !== null && begun.payWay === chosen ? begun.url : null
  async function pay(way: PayWay, from?: AskedProps['back']) {
    choose(way)
    const started = await begin.run({ t: token, payWay: way, ...from })
    if (started?.authorize) location.assign(started.authorize)
    if (!started?.bridge) return
    await invoke(started.bridge)
    choose(undefined)
  }
  const cameBack = useEffectEvent((from: NonNullable<AskedProps['back']>) => {
    // Good once: a page that is opened again has nothing to come back with.
    patch({ code: undefined, state: undefined })
    if (page.amount > 0) void pay(payWay.wechat, from)
  })
  useEffect(() => {
    if (back !== undefined) cameBack(back)
  }, [back])
  return (
    <>
      <Card pad>
        <Stack gap={8} text="center" below={16}>
          {page.name}
          <Money fen={page.amount} size="display" />
        </Stack>
        <KeyValue
          rows={[
            { label: '商家', value: page.merchantName },
            { label: '订单', value: page.orderNo },
            { label: '租期', value: `${formatDateTime(page.pickupAt)} 至 ${formatDateTime(page.returnAt)}` },
            ...(page.why === '' ? [] : [{ label: '说明', value: page.why }]),
          ]}
        />
      </Card>
      {page.amount === 0 ? (
        <Notice tone="success">已付清，感谢您的配合</Notice>
      ) : (
        <>
          {ways.length === 0 && <Notice>请在手机浏览器中打开此页面付款</Notice>}
          {ways.map((way) =>
            chosen === way && ready !== null ? (
              <a key={way} className="button button-primary button-l button-block" href={ready}>
                去{payWays.text(way)}付款
              </a>
            ) : (
              <Button
                key={way}
                variant={way === ways[0] ? 'primary' : 'tint'}
                size="l"
                block
                loading={chosen === way && (begin.pending || ready === null) && begin.failure === null}
                onClick={() => void pay(way)}
              >
                {payWays.text(way)}
              </Button>
            ),
          )}
          <Note top={12} text="center">
            付款后此页会自动更新；链接 {formatDateTime(page.expireAt)} 前有效
          </Note>
        </>
      )}
    </>
  )
}

/** The app that the page is open in pays by itself; a browser by either. */
function waysOf(agent: string, ways: readonly PayWay[]): PayWay[] {
  const own = /MicroMessenger/i.test(agent) ? payWay.wechat : /AlipayClient/i.test(agent) ? payWay.alipay : null
  return ways.filter((way) => own === null || way === own)
}
