import type { Source } from '@cheyi/domain/booking/order/codes'
import { offlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import { choosableWays, type PayProfile, payProfile } from '@cheyi/domain/platform/merchant/pay-setting'
import { type PrepayRule, prepayKind, prepayWords } from '@cheyi/domain/platform/merchant/prepay'
import { merchantSavePay } from '../../../form/calls/merchant-save-pay.gen.ts'
import { FieldNote, Theirs } from '../../../form/field-row.tsx'
import { FenField, SwitchField } from '../../../form/fields.tsx'
import { type FormField, part } from '../../../form/form-field.ts'
import { useForm } from '../../../form/use-form.ts'
import { type calls, feedback, type OutputOf } from '../../../kernel/call/calls.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { RadioList } from '../../../ui/field/choice.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Card, Cell, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { useCustomPay } from '../parts/pay-setting.ts'
import { useSourceNames, useSourceOptions } from '../parts/sources.ts'
import { ChannelsCard } from './channels-card.tsx'
import { StorePayCard } from './store-pay-card.tsx'
import { TabFrame, type TabProps } from './tab-frame.tsx'

type PaySetting = OutputOf<typeof calls.merchant.paySetting>

const profiles = [
  { value: payProfile.standard, label: '自行收款', note: '现金、转账等线下收款由店员登记' },
  { value: payProfile.platform, label: '平台代收', note: '由平台统一收款与扣款，不登记线下收款' },
] as const

/** How the merchant takes money; a user who is responsible for some stores only sees those. */
export function PayTab(props: TabProps<PaySetting>) {
  const custom = useCustomPay()
  if (useMayWhole('merchant.pay')) return <WholePay {...props} />
  const own = props.stored.payProfile === payProfile.standard && !custom
  return (
    <Page head={props.head}>
      {own ? (
        <Stack gap={10}>
          <StorePayCard />
          <ChannelsCard />
        </Stack>
      ) : (
        <Empty title="由平台统一收款" note="没有可按门店设置的收款项" />
      )}
    </Page>
  )
}

function WholePay({ head, stored, refetch }: TabProps<PaySetting>) {
  const form = useForm(merchantSavePay, {
    id: '',
    stored: {
      payProfile: stored.payProfile as PayProfile,
      payWays: stored.chosenWays,
      limits: { maxPayment: stored.maxPayment },
      cashShifts: stored.cashShifts,
      prepay: stored.prepay,
      version: stored.version,
    },
    also: ({ payProfile: profile, payWays: ways }) => ({
      payWays:
        profile === payProfile.standard && !ways?.some((way) => offlinePayWays.includes(way))
          ? '请至少选择一种线下收款方式'
          : null,
    }),
    refetch,
    onSaved: () => feedback.toast('收款设置已保存，立即生效'),
  })
  const { fields, problems } = form
  const custom = useCustomPay()
  const profile = custom ? payProfile.platform : fields.payProfile.value
  const ways = fields.payWays.value ?? []
  return (
    <TabFrame head={head} of={form} touched={!stored.confirmed}>
      {!stored.confirmed && <Notice>以下为默认设置，请核对后保存确认</Notice>}
      {(stored.fixed || custom) && <Notice>收款模式由平台设定，不能修改</Notice>}
      <Card title="收款模式">
        <RadioList
          label="收款模式"
          options={profiles.map((one) => ({ ...one, disabled: stored.fixed || custom }))}
          value={profile ?? undefined}
          onChange={fields.payProfile.set}
        />
        <Theirs of={fields.payProfile} words={(one) => profiles.find(({ value }) => value === one)?.label ?? ''} />
      </Card>
      {profile === payProfile.standard && (
        <Card title="收款方式" data-field-error={problems.payWays ? true : undefined}>
          {choosableWays.map((way) => (
            <SwitchField
              key={way}
              label={payWays.text(way)}
              hint={offlinePayWays.includes(way) || stored.payWays.includes(way) ? undefined : '添加商户号后可用'}
              of={{
                ...fields.payWays,
                value: ways.includes(way),
                problems: {},
                theirs: undefined,
                set: (on) => fields.payWays.set(choosableWays.filter((one) => (one === way ? on : ways.includes(one)))),
              }}
            />
          ))}
          <FieldNote of={fields.payWays} words={(all) => (all ?? []).map((way) => payWays.text(way)).join('、')} />
        </Card>
      )}
      {profile === payProfile.standard && <StorePayCard />}
      {profile === payProfile.standard && <ChannelsCard />}
      {profile === payProfile.standard && <PrepayCard of={fields.prepay} />}
      {profile === payProfile.standard && (
        <Card title="收银班次">
          <SwitchField
            of={part(fields.cashShifts, 'shiftRequired')}
            label="开班后才能收现金"
            hint="未开班的员工不能登记现金收款"
          />
          <SwitchField
            of={part(fields.cashShifts, 'floatSigned')}
            label="开班现金不符需复核"
            hint="开班清点与账面不一致时，需另一人确认"
          />
        </Card>
      )}
      <Card title="限额">
        <FenField of={part(fields.limits, 'maxPayment')} hint="超过时不能登记" />
        <Theirs of={fields.limits} words={(limits) => yuan(limits?.maxPayment ?? 0)} />
      </Card>
    </TabFrame>
  )
}

type Rules = readonly (PrepayRule & { readonly source: Source })[]

const whole: PrepayRule = { kind: prepayKind.all, rateBp: null, fixedFen: null }

/** The prepayment of a new order, by source. */
function PrepayCard({ of }: { readonly of: FormField<Rules | null> }) {
  const rules = of.value ?? []
  const nameOf = useSourceNames()
  const sources = useSourceOptions(rules.map(({ source }) => source))
  const ruleOf = (source: Source) => rules.find((rule) => rule.source === source) ?? whole
  async function edit(source: Source, name: string) {
    const rule = await open(() => import('./prepay-sheet.tsx'), { name, rule: ruleOf(source) })
    if (rule === undefined) return
    const others = rules.filter((one) => one.source !== source)
    const kept = rule.kind === prepayKind.all ? others : [...others, { source, ...rule }]
    of.set(kept.toSorted((a, b) => a.source - b.source))
  }
  return (
    <Card title="预付款">
      <Note pad={[0, 16, 8]}>预订时先收这些，其余为尾款；只用于新订单</Note>
      {sources.map(({ value, label }) => (
        <Cell
          key={value}
          label={label}
          extra={<Text num>{prepayWords(ruleOf(value))}</Text>}
          onClick={() => void edit(value, label)}
        />
      ))}
      <FieldNote
        of={of}
        words={(all) => (all ?? []).map((rule) => `${nameOf(rule.source)} ${prepayWords(rule)}`).join('、') || '全额'}
      />
    </Card>
  )
}
