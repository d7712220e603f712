import { source } from '@cheyi/domain/booking/order/codes'
import { isSelling } from '@cheyi/domain/sales/channel/steps'
import { colourFault, offeredColours } from '@cheyi/domain/sales/site/colour'
import { siteNameFault } from '@cheyi/domain/sales/site/site-name'
import { siteSave } from '../../../form/calls/site-save.gen.ts'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { FormPage } from '../../../form/form-page.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useForm } from '../../../form/use-form.ts'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { copyText } from '../../../kernel/device/native-acts.ts'
import { go, goBack } from '../../../kernel/page/router.ts'
import { confirm } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { ShareLink } from '../../../page/share-link.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Card, Cell, Note, Stack, Text } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'
import { channelScreens } from '../../channel/screens.ts'
import { couponScreens } from '../../coupon/screens.ts'
import { siteScreens } from '../screens.ts'
import { HostCard } from './host-card.tsx'

type Detail = OutputOf<typeof calls.site.detail>

/** The merchant's own booking page: whether it is open, its address, and how it looks. */
export default page(siteScreens.setting, () => {
  const detail = ask(calls.site.detail, {})
  const [site] = useAnswers(detail)
  return <SettingForm key={site.version} site={site} refetch={() => void refresh(detail)} />
})

interface Props {
  readonly site: Detail
  readonly refetch: () => void
}

function SettingForm({ site, refetch }: Props) {
  const { name, about, phone, colour, payNow, payAtStore, selfService } = site
  const form = useForm(siteSave, {
    id: 'site',
    stored: { name, about, phone, colour, payNow, payAtStore, selfService, version: site.version },
    toInput: (value) => ({ ...value, version: site.version }),
    also: (value) => ({
      name: siteNameFault(value.name ?? '') ?? undefined,
      colour: colourFault(value.colour ?? '') ?? undefined,
      payNow: value.payNow || value.payAtStore ? undefined : '在线支付和到店付至少开启一种',
    }),
    refetch,
    onSaved() {
      feedback.toast('已保存')
      refetch()
    },
  })
  const { fields } = form
  return (
    <FormPage
      of={form}
      title={siteScreens.setting.title}
      onBack={() => goBack(channelScreens.list.path)}
      touched={false}
    >
      <StandCard site={site} refetch={refetch} />
      <Card title="页面">
        <TextField of={fields.name} hint="网址的最后一段，改名后旧网址仍可访问" />
        <TextField of={fields.phone} />
        <TextAreaField of={fields.about} />
        <SelectField
          of={fields.colour}
          options={offeredColours.map((value) => ({ value: value as string, label: value }))}
        />
      </Card>
      <HostCard site={site} refetch={refetch} />
      <Card title="付款方式">
        <SwitchField of={fields.payNow} hint={site.paysOnline ? undefined : '尚未开通微信、支付宝收款'} />
        <SwitchField of={fields.payAtStore} />
      </Card>
      <Card title="取还方式">
        <SwitchField of={fields.selfService} hint="客户预订时可选，用手机拍照、签约、取车和还车，门店远程验车" />
      </Card>
    </FormPage>
  )
}

/** What a merchant pastes into a page of their own website. */
const embedCode = (url: string): string =>
  `<iframe src="${url}/embed" title="在线租车"\n  style="width:100%;height:560px;border:0"></iframe>`

/** On or off, the address with its QR code, and what is sold. */
function StandCard({ site, refetch }: Props) {
  const turning = useWrite(calls.site.turn)
  const on = isSelling(site.status)
  async function turn() {
    const sure =
      !on || (await confirm({ title: '停止网上预订？', body: '客户不能再下单，已有订单不受影响', confirm: '关闭' }))
    if (!sure || !(await turning.run({ on: !on }))) return
    feedback.toast(on ? '已关闭' : '已开启')
    refetch()
  }
  return (
    <Card
      title={on ? '已开启' : '未开启'}
      extra={
        <Switch
          label={siteScreens.setting.title}
          checked={on}
          disabled={turning.pending}
          onChange={() => void turn()}
        />
      }
    >
      {on && (
        <Stack gap={8} align="center" text="center" pad={[12, 16]}>
          <QrCode text={site.url} label="网址二维码" />
          <Text as="p" ink={2}>
            {site.url}
          </Text>
          <ShareLink url={site.url} title="网上租车" desc="选车、看价、下单" />
        </Stack>
      )}
      {on && (
        <Cell
          label="放进自己的网站"
          note="复制代码，在任何网页里显示订车框"
          onClick={() => void copyText(embedCode(site.url), '代码已复制')}
        />
      )}
      <Cell
        label="门店、车型、价格与库存"
        note={`${site.stores} 店 ${site.models} 车型${site.unpriced > 0 ? `，${site.unpriced} 个车型未定价` : ''}`}
        onClick={() => go(channelScreens.detail, { id: String(source.own), tab: 'store' })}
      />
      <Cell label="访问与预订" note="30 天漏斗、投放位置、海报" onClick={() => go(siteScreens.funnel)} />
      <Cell label="优惠券" onClick={() => go(couponScreens.list)} />
      {!on && <Note>开启后，所有营业门店和在用车型即可在网上预订，价格与柜台相同。</Note>}
    </Card>
  )
}
