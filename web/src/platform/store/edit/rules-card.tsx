import { ChipsField } from '../../../form/code-field.tsx'
import { Theirs } from '../../../form/field-row.tsx'
import { NumberField, SwitchField } from '../../../form/fields.tsx'
import { part } from '../../../form/form-field.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Card, Note } from '../../../ui/layout.tsx'
import type { StoreFields } from './basics-card.tsx'
import type { OwnSetting, StoreDetail } from './store-form.ts'

const ownHints: Readonly<Record<OwnSetting, string>> = {
  turnaroundMinutes: '还车后留给清洁、检查的时间',
  prepMinutes: '送车、接送前留出的时间',
  graceMinutes: '超过约定时间多久内不收费',
  dayAfterMinutes: '超时多久以后按一天收费',
}
const ownNames = Object.keys(ownHints) as OwnSetting[]

interface RulesCardProps {
  readonly fields: StoreFields
  /** Defaults that apply if the store has no own value. */
  readonly merchant: StoreDetail['merchantSettings'] | undefined
}

/** Booking lead time and rental duration of the store, and where its rules differ from those of the merchant. */
export function RulesCard({ fields, merchant }: RulesCardProps) {
  const own = ownNames.map((name) => part(fields.settings, name))
  return (
    <>
      <Card title="预订规则">
        <NumberField of={fields.minLeadMinutes} unit="分钟" hint="渠道下单至少提前多久" />
        <NumberField of={fields.maxAdvanceDays} unit="天" hint="最多可预订多少天以后取车" />
        <NumberField of={fields.minRentHours} unit="小时" />
        <NumberField of={fields.maxRentDays} unit="天" hint="短租订单，更长请用长租" />
      </Card>
      <Card title="本店规则">
        <Note pad={[0, 16, 12]}>留空表示与商家设置一致</Note>
        {ownNames.map((name) => (
          <NumberField
            key={name}
            of={part(fields.settings, name)}
            unit="分钟"
            hint={ownHints[name]}
            placeholder={merchant && `${merchant[name]}`}
          />
        ))}
        <Theirs
          of={fields.settings}
          words={(settings) =>
            own.map(({ rules }, at) => `${rules.label} ${settings?.[ownNames[at]!] ?? '按商家'}`).join('，')
          }
        />
      </Card>
    </>
  )
}

interface OneWayCardProps {
  readonly fields: StoreFields
  readonly stores: OutputOf<typeof calls.store.list>
}

/** Whether a car may be returned to another store, and to which ones. */
export function OneWayCard({ fields, stores }: OneWayCardProps) {
  return (
    <Card title="异店还车">
      <SwitchField of={fields.allowOneWay} hint="同城免费或按异店费用收取；异地须先设置费用" />
      {fields.allowOneWay.value && stores.length > 0 && (
        <ChipsField
          of={fields.oneWayStoreIds}
          hint="不选表示全部门店"
          options={stores.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Card>
  )
}
