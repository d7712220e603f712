import { type PayWay, payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { invokeInWechat, isInWechat } from '../../../kernel/device/wechat.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { Answer, Page } from '../../../page/page.tsx'
import { useSiteOfLink } from '../../../page/site-of-link.ts'
import { AsWritten, Sent } from '../../../platform/customer-link/parts/as-written.tsx'
import { BackToVisit } from '../../../platform/customer-link/parts/back-to-visit.tsx'
import { ShopHead } from '../../../platform/customer-link/parts/shop-head.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeLine, KeyValue } from '../../../ui/show/rows.tsx'
import { sayMoment } from '../../../words/dates.ts'
import { say, translate } from '../../../words/words.ts'
import { paymentScreens } from '../screens.ts'

type PayPage = OutputOf<typeof calls.payment.payPage>

/** Poll interval for the payment state, in milliseconds. */
const LOOK = 2000

/** The page behind the link of a customer: the requested amount, its purpose, and the payment methods. */
export default function Pay() {
  const { t, self, code, state } = useScreen(paymentScreens.pay)
  const back = useMemo(() => (code === '' ? undefined : { code, state }), [code, state])
  const read = useRead(calls.payment.payPage, { t }, { enabled: t !== '', freshFor: 0, every: LOOK })
  if (t === '' || (read.error !== null && isRefusedFor('linkExpired')(read.error)))
    return (
      <Page onBack={null}>
        <Empty title={say('链接已失效')} note={say('付款链接24小时内有效，请联系门店重新发送。')} />
      </Page>
    )
  return (
    <Page onBack={null}>
      <Answer of={read} cards={2} shape="detail">
        {(answer) => <Asked page={answer} token={t} back={back} />}
      </Answer>
      <BackToVisit self={self} />
    </Page>
  )
}

interface AskedProps {
  readonly page: PayPage
  readonly token: string
  /** Set when WeChat has redirected the customer back; the code identifies the payer. */
  readonly back: { readonly code: string; readonly state: string } | undefined
}

/** A payment method, or a provider that guarantees a deposit. */
interface Choice {
  readonly way: PayWay
  readonly hold?: PayPage['holds'][number]['manner']
}

function Asked({ page, token, back }: AskedProps) {
  const [chosen, choose] = useState<Choice>()
  const begin = useWrite(calls.payment.payByLink)
  const [led, lead] = useState<string | null>(null)
  const patch = usePatch()
  const choices = choicesOf(navigator.userAgent, page)
  async function pay(choice: Choice, from?: AskedProps['back']) {
    choose(choice)
    lead(null)
    const { way, hold } = choice
    const started = await begin.run({ t: token, payWay: way, hold, ...from })
    if (started === null) return
    if (started.authorize !== null) return location.assign(started.authorize)
    if (started.url !== null) return lead(started.url)
    choose(undefined)
    if (started.bridge !== null) {
      // What WeChat answers decides nothing: it notifies the server, and the page cannot be trusted.
      const isDone = await invokeInWechat(started.bridge.name, started.bridge.params)
      if (!isDone) feedback.toast(say('付款未完成，可以再次点击付款'))
    } else feedback.toast(say('支付平台暂时没有应答，请稍后再试'))
  }
  const cameBack = useEffectEvent((from: NonNullable<AskedProps['back']>) => {
    // The code is valid only once, so it is removed from the address before the page can be reloaded.
    patch({ code: undefined, state: undefined })
    if (page.amount > 0) void pay({ way: payWay.wechat }, from)
  })
  useEffect(() => {
    if (back !== undefined) cameBack(back)
  }, [back])
  // A browser that comes back from the page of WeChat shows this one as it was left, with a button that waits.
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => persisted && choose(undefined)
    addEventListener('pageshow', show)
    return () => removeEventListener('pageshow', show)
  }, [])
  const path = useSiteOfLink()?.path ?? null
  // A deposit may be held or waived instead.
  const isPaid = page.amount === 0 && !page.cancelled && page.holds.length === 0
  const isChosen = (choice: Choice) => chosen?.way === choice.way && chosen.hold === choice.hold
  return (
    <>
      <ShopHead shop={page} />
      <Card pad>
        <Stack gap={8} text="center" below={16}>
          <Sent text={page.name} />
          {page.amount > 0 ? <Money fen={page.amount} size="display" /> : isPaid && <h1>{say('已付清')}</h1>}
        </Stack>
        <KeyValue
          rows={[
            { label: say('车辆'), value: <AsWritten>{`${page.modelName} ${page.plate}`.trim()}</AsWritten> },
            {
              label: say('租期'),
              value: say('{from} 至 {to}', { from: sayMoment(page.pickupAt), to: sayMoment(page.returnAt) }),
            },
            ...(page.why === '' ? [] : [{ label: say('说明'), value: <Sent text={page.why} /> }]),
          ]}
        />
      </Card>
      {page.lines.length > 0 && (
        <Card pad title={say('明细 {n} 笔', { n: page.lines.length })}>
          <Stack gap={4}>
            {page.lines.map(({ text, note, fen }, index) => (
              <FeeLine
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and lines never move.
                key={index}
                label={<Sent text={text} />}
                basis={note && <Sent text={note} />}
                fen={fen}
                stacked
              />
            ))}
          </Stack>
        </Card>
      )}
      {page.amount === 0 ? (
        <>
          <Notice tone={page.cancelled ? 'primary' : 'success'}>
            {page.cancelled ? say('订单已取消，无需付款') : say('已办妥，感谢您的配合')}
          </Notice>
          {path !== null && (
            <a className="button button-outline button-l button-block" href={path}>
              {say('查看我的租车')}
            </a>
          )}
        </>
      ) : (
        <>
          {page.cancelled && <Notice>{say('订单已取消，以上是取消后仍应支付的款项')}</Notice>}
          {choices.length === 0 && <Notice>{say('请在手机浏览器中打开此页面付款')}</Notice>}
          {choices.map((choice, index) =>
            isChosen(choice) && led !== null ? (
              <a key={labelOf(choice)} className="button button-primary button-l button-block" href={led}>
                {choice.hold === undefined
                  ? say('去{way}付款', { way: wayText(choice) })
                  : say('去{way}授权', { way: wayText(choice) })}
              </a>
            ) : (
              <Button
                key={labelOf(choice)}
                variant={index === 0 && led === null ? 'primary' : 'tint'}
                size="l"
                block
                loading={isChosen(choice) && begin.failure === null}
                onClick={() => void pay(choice)}
              >
                {labelOf(choice)}
              </Button>
            ),
          )}
          {choices.some(({ hold }) => hold === 'frozen') && <Note text="center">{say('预授权只冻结，不扣款')}</Note>}
          {choices.some(({ hold }) => hold === 'credit') && (
            <Note text="center">{say('免押凭信用，还车后有欠款才扣')}</Note>
          )}
          <Note top={12} text="center">
            {say('付款后此页会自动更新；链接 {until} 前有效', { until: sayMoment(page.expireAt) })}
          </Note>
        </>
      )}
    </>
  )
}

const wayText = ({ way }: Choice): string => translate(payWays.text(way))

const labelOf = (choice: Choice): string => {
  const { way, hold } = choice
  if (hold === 'credit') return way === payWay.wechat ? say('微信支付分免押') : say('芝麻免押')
  return hold === undefined ? wayText(choice) : say('{way}预授权', { way: wayText(choice) })
}

/**
 * Inside WeChat or Alipay only the method of that app works; a browser offers both, but 支付分 can be confirmed only inside WeChat.
 */
function choicesOf(agent: string, { ways, holds }: PayPage): Choice[] {
  const inWechat = isInWechat(agent)
  const own = inWechat ? payWay.wechat : /AlipayClient/i.test(agent) ? payWay.alipay : null
  const all: Choice[] = [
    ...ways.map((way) => ({ way })),
    ...holds.map(({ payWay: way, manner: hold }) => ({ way, hold })),
  ]
  return all.filter(
    ({ way, hold }) => (own === null || way === own) && (hold === undefined || way !== payWay.wechat || inWechat),
  )
}
