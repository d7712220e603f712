import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { markUp } from '@cheyi/domain/pricing/quote/channel/channel'
import { channelStatuses, priceRuleModes, stockRuleModes } from '@cheyi/domain/sales/channel/codes'
import { channelActionNames, channelActionsOf } from '@cheyi/domain/sales/channel/steps'
import {
  type PriceTerms,
  roundings,
  roundingWords,
  type StockTerms,
  stockWords,
  takesShare,
  takesValue,
  termsFault,
} from '@cheyi/domain/sales/channel/terms'
import type { ReactNode } from 'react'
import { channelSave } from '../../../form/calls/channel-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, NumberField, SwitchField, TextField } from '../../../form/fields.tsx'
import { FormCards, SaveBar } from '../../../form/form-page.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { type Form, useForm } from '../../../form/use-form.ts'
import { type calls, feedback, type InputOf, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { priceScreens } from '../../../pricing/price/screens.ts'
import { Box, Button, Card, Cell, Note, Row } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { BY_HAND, toneOf, useStep } from '../parts/channel-words.ts'

type Detail = OutputOf<typeof calls.channel.detail>
type Input = InputOf<typeof calls.channel.save>
type Channel = Form<Input>

interface SettingTabsProps {
  readonly tab: 'basic' | 'price' | 'stock'
  readonly name: string
  readonly head: ReactNode
  readonly stored: Detail
  readonly refetch: () => void
}

/** The tabs of one form: values typed on one tab stay while another is open. */
export function SettingTabs({ tab, name, head, stored, refetch }: SettingTabsProps) {
  const form = useForm(channelSave, {
    id: String(stored.source),
    stored,
    // Values that the chosen mode does not use are not stored.
    toInput: (value) => ({
      ...value,
      priceValue: takesShare(value.priceMode ?? 0) ? value.priceValue : 0,
      stockValue: takesValue(value.stockMode ?? 0) ? value.stockValue : 0,
    }),
    also: (value) => {
      const fault = termsFault(termsOf(value))
      return fault === null ? {} : { [fault.field]: fault.message }
    },
    refetch,
    onSaved: () => feedback.toast('渠道设置已保存，新订单按此计价和控制库存'),
  })
  const parts = { basic: Basic, price: Price, stock: Stock }
  const Part = parts[tab]
  return (
    <Page
      title={name}
      head={head}
      right={<Tag tone={toneOf(stored.status)}>{channelStatuses.text(stored.status)}</Tag>}
      footer={<SaveBar of={form} action={form.dirty > 0 ? `保存 ${form.dirty} 项修改` : '保存'} />}
    >
      <FormCards of={form} id="channel">
        <Part of={form} stored={stored} />
      </FormCards>
    </Page>
  )
}

/** The typed terms; an empty field takes its default. */
const termsOf = (value: Channel['value']): PriceTerms & StockTerms => ({
  priceMode: value.priceMode ?? priceRuleModes.code.same,
  priceValue: value.priceValue ?? 0,
  roundTo: value.roundTo ?? 1,
  minFen: value.minFen ?? 0,
  stockMode: value.stockMode ?? stockRuleModes.code.shared,
  stockValue: value.stockValue ?? 0,
  bufferUnits: value.bufferUnits ?? 0,
})

interface PartProps {
  readonly of: Channel
  readonly stored: Detail
}

function Basic({ of: { fields, dirty, value }, stored }: PartProps) {
  return (
    <>
      <StateCard stored={stored} dirty={dirty > 0} />
      <Card title="合作信息">
        <TextField of={fields.vendorCode} placeholder="平台给商家的编号" />
        <TextField of={fields.contact} placeholder="平台对接人与电话" />
        <NumberField of={fields.commissionBp} unit="%" times={100} decimals={2} />
        <SwitchField of={fields.settleMonthly} hint="平台按还车月份汇总付款；关闭为逐单付款" />
        <NumberField
          of={fields.settleDays}
          unit="天"
          hint={value.settleMonthly === false ? '还车后多少天到账，用于资金预测' : '月底后多少天到账，用于资金预测'}
        />
      </Card>
      <Card title="接单限制">
        <NumberField
          of={fields.minLeadMinutes}
          unit="小时"
          times={60}
          decimals={1}
          placeholder="不限"
          hint="取车时间距下单不足时，不能以该渠道开单；门店和价格另有限制的，取最严的"
        />
        <NumberField of={fields.maxDays} unit="天" placeholder="不限" />
      </Card>
      <Card title="接口订单">
        <SwitchField of={fields.autoConfirm} hint="平台通过接口下的单直接确认；关闭后由员工确认，逾时自动拒单" />
        {value.autoConfirm === false && <NumberField of={fields.confirmTimeoutMin} unit="分钟" />}
        <SwitchField of={fields.prepaid} hint="平台没有在订单里说明时，按客户已付给平台处理，门店不再收取" />
        <FenField of={fields.toleranceFen} hint="平台送来的总额与报价相差在此以内时照常接单，否则请平台重新报价" />
      </Card>
      <Note pad={[0, 4]}>{BY_HAND}。</Note>
    </>
  )
}

/** The status of the channel, and its actions. */
function StateCard({ stored, dirty }: { readonly stored: Detail; readonly dirty: boolean }) {
  const { pending, step } = useStep()
  const now = useNow()
  const { status, stores, models, priced, unpriced, openOrders, openedAt } = stored
  const [first, ...others] = channelActionsOf(status)
  return (
    <Card pad title="状态">
      <KeyValue
        rows={[
          { label: '开放门店', value: stores === 0 ? '未开放' : `${stores} 家` },
          { label: '开放车型', value: models === 0 ? '未开放' : `${models} 款` },
          {
            label: '可售组合',
            value: `${priced} 组有价格`,
            ...(unpriced > 0 && { note: `${unpriced} 组有车但没有价格` }),
          },
          { label: '未完结订单', value: String(openOrders) },
          ...(openedAt === null ? [] : [{ label: '开通时间', value: formatNear(openedAt, now) }]),
        ]}
      />
      <Row gap={8} top={12} justify="end">
        {others.map((action) => (
          <Button
            size="s"
            key={action}
            variant={action === 'close' ? 'danger' : 'outline'}
            onClick={() => void step(stored, action)}
          >
            {channelActionNames[action]}
          </Button>
        ))}
        {first && (
          <Button
            size="s"
            variant={first === 'pause' ? 'outline' : 'primary'}
            loading={pending}
            reason={dirty ? '请先保存修改' : undefined}
            onClick={() => void step(stored, first)}
          >
            {channelActionNames[first]}
          </Button>
        )}
      </Row>
    </Card>
  )
}

/** Example price of a day for a typical car, fen. */
const EXAMPLE = 26_800

function Price({ of: { fields, value }, stored }: PartProps) {
  const reach = useReach()
  const typed = termsOf(value)
  const { priceMode: mode, priceValue, roundTo, minFen } = typed
  const own = mode === priceRuleModes.code.own
  const example = markUp(EXAMPLE, { mode, value: priceValue, roundTo, minFen, minLeadMinutes: null, maxDays: null })
  const words = roundingWords(typed)
  return (
    <>
      <Card>
        <Box pad={[12, 16, 4]}>
          <CodeField of={fields.priceMode} codes={priceRuleModes} />
        </Box>
        {takesShare(mode) && (
          <>
            <NumberField
              of={fields.priceValue}
              unit="%"
              times={100}
              decimals={2}
              label={mode === priceRuleModes.code.raised ? '加价' : '减价'}
            />
            <SelectField
              of={fields.roundTo}
              options={roundings.map((fen) => ({ value: fen, label: fen === 1 ? '不取整' : `取整到${fen / 100}元` }))}
            />
          </>
        )}
        {!own && <FenField of={fields.minFen} hint="0 表示不设最低价" />}
        <Box pad={[12, 16]}>
          <Note>
            {own
              ? '只按为该渠道单独设置的价格售卖；没有单独价格的车型不能开单'
              : `例：基础日价 ${formatMoney(EXAMPLE)}，渠道日价 ${formatMoney(example)}${words && `（${words}）`}。为该渠道单独设置过价格的车型和日期，以单独价格为准；服务费、超时费不加价`}
          </Note>
        </Box>
      </Card>
      <Card>
        <Cell
          label="渠道价格"
          note={
            stored.unpriced > 0
              ? `${stored.unpriced} 组门店车型有车但没有价格`
              : '查看各门店车型在该渠道的价格，或单独设价'
          }
          {...linkTo(reach, priceScreens.list, { source: String(stored.source) })}
        />
      </Card>
    </>
  )
}

const stockHints: Readonly<Record<number, string>> = {
  1: '与其他渠道共用全部空闲车辆，先到先得',
  2: '同一时间该渠道的订单最多占用门店该车型车辆数的这一比例（向下取整）',
  3: '同一时间该渠道在每个门店、每款车型最多占用这么多辆',
  4: '在开放给该渠道的每个门店、每款车型为它留出这么多辆，其他渠道和普通员工不能售出；有「越权放行」权限的员工可以动用',
}

function Stock({ of: { fields, value } }: PartProps) {
  const typed = termsOf(value)
  const { stockMode: mode } = typed
  const share = mode === stockRuleModes.code.capShare
  return (
    <Card>
      <Box pad={[12, 16, 4]}>
        <CodeField of={fields.stockMode} codes={stockRuleModes} hint={stockHints[mode]} />
      </Box>
      {takesValue(mode) && (
        <NumberField of={fields.stockValue} unit={share ? '%' : '辆'} label={share ? '上限比例' : '车辆数'} />
      )}
      <NumberField
        of={fields.bufferUnits}
        unit="辆"
        hint="每个门店、每款车型始终少卖给该渠道的车辆，防止平台同步不及时造成超售"
      />
      <Box pad={[12, 16]}>
        <Note>{`${stockWords(typed)}。库存规则只限制新订单，不影响已有订单`}</Note>
      </Box>
    </Card>
  )
}
