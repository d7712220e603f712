import type { OutputOf } from '@cheyi/contract/call'
import type { store } from '@cheyi/contract/store'
import { NumberField, SwitchField } from '../../merchant/parts/number-field.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipChecks } from '../../ui/chips.tsx'
import type { PartProps } from './basics-card.tsx'
import { limitNames, limits, ownSettingNames, ownSettings, type StoreDetail } from './store-form.ts'

/** How far ahead and how long cars are rented here, and where the store differs from its merchant. */
export function RulesCard({
  value,
  set,
  problems,
  merchant,
}: PartProps & { merchant: StoreDetail['merchantSettings'] | undefined }) {
  return (
    <>
      <Card title="预订规则">
        {limitNames.map((name) => (
          <NumberField
            key={name}
            label={limits[name].label}
            unit={limits[name].unit}
            hint={limits[name].hint}
            value={value[name]}
            error={problems[name]}
            onChange={(next) => set({ [name]: next })}
          />
        ))}
      </Card>
      <Card title="本店规则">
        <p className="form-note">留空表示与商家设置一致</p>
        {ownSettingNames.map((name) => (
          <NumberField
            key={name}
            label={ownSettings[name].label}
            unit="分钟"
            hint={ownSettings[name].hint}
            placeholder={merchant && `${merchant[name]}`}
            value={value.settings[name]}
            error={problems[`settings.${name}`]}
            onChange={(next) => set({ settings: { ...value.settings, [name]: next } })}
          />
        ))}
      </Card>
    </>
  )
}

interface OneWayCardProps extends Pick<PartProps, 'value' | 'set'> {
  readonly stores: OutputOf<typeof store.list>
  readonly error?: string
}

/** Whether a car may be returned at another store, and at which. */
export function OneWayCard({ value, set, stores, error }: OneWayCardProps) {
  return (
    <Card title="异店还车">
      <SwitchField
        label="允许还到其他门店"
        hint="同城免费或按异店费用收取；异地须先设置费用"
        checked={value.allowOneWay}
        onChange={(allowOneWay) => set({ allowOneWay })}
      />
      {value.allowOneWay && stores.length > 0 && (
        <div className="store-one-way">
          <p className="form-note">可还门店，不选表示全部门店</p>
          <ChipChecks
            look="wrap"
            tick
            label="可还门店"
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={value.oneWayStoreIds}
            onChange={(oneWayStoreIds) => set({ oneWayStoreIds })}
          />
        </div>
      )}
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
    </Card>
  )
}
