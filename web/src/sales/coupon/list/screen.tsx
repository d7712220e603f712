import { formatMoney } from '@cheyi/domain/money'
import { couponText, limitTexts } from '@cheyi/domain/sales/coupon/coupon'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, Cell, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { couponScreens } from '../screens.ts'

type Coupon = OutputOf<typeof calls.coupon.list>['list'][number]

const coupons = () => ask(calls.coupon.list, {})
const sheet = () => import('./coupon-sheet.tsx')

/** The coupons of the merchant's own booking page: what they give, how often they were used, on and off. */
export default page(couponScreens.list, () => {
  const [{ list }] = useAnswers(coupons())
  const add = async () => {
    if (await open(sheet, {})) await refresh(coupons())
  }
  return (
    <Page
      reading
      right={
        <NavAction icon="plus" primary onClick={() => void add()}>
          新建
        </NavAction>
      }
    >
      <Stack gap={10}>
        {list.length === 0 && <Notice>还没有优惠券。新建后把券码发给客户，客户在自营网站下单时输入</Notice>}
        {list.map((coupon) => (
          <CouponCard key={coupon.couponId} coupon={coupon} />
        ))}
        <Note>
          优惠内容不能修改，可停用后新建。订单取消或超时未付款，次数自动退回。优惠计入订单明细，按优惠后的金额收款和开票。还车结算后，优惠金额记入「优惠券折扣」科目，冲减租金收入。
        </Note>
      </Stack>
    </Page>
  )
})

function CouponCard({ coupon }: { readonly coupon: Coupon }) {
  const turning = useWrite(calls.coupon.turn)
  const { couponId, code, name, isOn, version, used, givenFen, mostUses } = coupon
  async function turn() {
    if ((await turning.run({ couponId, on: !isOn, version })) === null) return
    feedback.toast(isOn ? '已停用' : '已启用')
    await refresh(coupons())
  }
  return (
    <Card
      title={`${name} ${code}`}
      extra={<Switch label={`启用 ${code}`} checked={isOn} disabled={turning.pending} onChange={() => void turn()} />}
    >
      <Cell label={couponText(coupon)} note={limitTexts(coupon).join(' · ')} />
      <Cell
        label={mostUses === null ? `已用 ${used} 次` : `已用 ${used} / ${mostUses} 次`}
        note={`共优惠 ${formatMoney(givenFen)}`}
        onClick={() => go(couponScreens.uses, { couponId })}
      />
    </Card>
  )
}
