import { accountStatus } from '@cheyi/domain/account/codes'
import { pickupTypes, returnTypes } from '@cheyi/domain/order/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useMay } from '../../kernel/user.ts'
import { RegionField } from '../../merchant/parts/region-field.tsx'
import type { Problems } from '../../merchant/parts/use-form.ts'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipChecks } from '../../ui/chips.tsx'
import { Field, useFieldLink } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextInput } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import type { StoreForm } from './store-form.ts'

const MOST_PHONES = 3

export interface PartProps {
  readonly value: StoreForm
  readonly set: (more: Partial<StoreForm>) => void
  readonly problems: Problems
}

type Manager = { readonly accountId: string; readonly name: string }

const optionsOf = (list: typeof pickupTypes | typeof returnTypes) =>
  list.items.map(({ name, value }) => ({ value: value as 1 | 2 | 3, label: name }))

/** What a store is called, where it is, and how a car gets to its customer. */
export function BasicsCard({
  value,
  set,
  problems,
  manager,
  onPlace,
}: PartProps & { manager: Manager | null; onPlace: () => void }) {
  const { phones } = value
  return (
    <Card title="基本信息">
      <Field label="门店名称" error={problems.name}>
        <TextInput value={value.name} maxLength={30} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field label="门店编码" error={problems.code} optional>
        <TextInput value={value.code} maxLength={20} onChange={({ target }) => set({ code: target.value })} />
      </Field>
      <RegionField
        label="城市"
        cityCode={value.city.code}
        words={value.city.name}
        error={problems.cityCode}
        onPick={({ cityCode, cityName }) => set({ city: { code: cityCode, name: cityName } })}
      />
      <Field label="门店地址" error={problems.address}>
        <TextInput value={value.address} maxLength={100} onChange={({ target }) => set({ address: target.value })} />
      </Field>
      <Field label="位置" error={problems.place ?? problems.lat}>
        <PlaceButton value={value} onClick={onPlace} />
      </Field>
      {phones.map((phone, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a form are told apart by their place.
          key={index}
          label={index === 0 ? '门店电话' : `电话 ${index + 1}`}
          error={index === 0 ? problems.phones : undefined}
          extra={
            index > 0 ? (
              <IconButton
                name="minus"
                label={`删除电话 ${index + 1}`}
                onClick={() => set({ phones: phones.toSpliced(index, 1) })}
              />
            ) : (
              phones.length < MOST_PHONES && (
                <IconButton name="plus" label="添加电话" onClick={() => set({ phones: [...phones, ''] })} />
              )
            )
          }
        >
          <TextInput
            inputMode="tel"
            className="num"
            value={phone}
            maxLength={20}
            onChange={({ target }) => set({ phones: phones.with(index, target.value) })}
          />
        </Field>
      ))}
      <ManagerField value={value} set={set} error={problems.managerAccountId} manager={manager} />
      <Field label="取车方式" error={problems.pickupModes} group>
        <ChipChecks
          look="wrap"
          label="取车方式"
          options={optionsOf(pickupTypes)}
          value={value.pickupModes}
          onChange={(pickupModes) => set({ pickupModes: pickupModes.toSorted() })}
        />
      </Field>
      <Field label="还车方式" error={problems.returnModes} group>
        <ChipChecks
          look="wrap"
          label="还车方式"
          options={optionsOf(returnTypes)}
          value={value.returnModes}
          onChange={(returnModes) => set({ returnModes: returnModes.toSorted() })}
        />
      </Field>
    </Card>
  )
}

function PlaceButton({ value, onClick }: { value: StoreForm; onClick: () => void }) {
  const link = useFieldLink()
  return (
    <button {...link} type="button" className="select" onClick={onClick}>
      <span className={value.place ? 'select-value num' : 'select-value select-empty'}>
        {value.place ? `${value.place.lng.toFixed(6)}，${value.place.lat.toFixed(6)}` : '在地图上选择'}
      </span>
      <Icon name="pin" size={16} />
    </button>
  )
}

interface ManagerFieldProps extends Pick<PartProps, 'value' | 'set'> {
  readonly manager: Manager | null
  readonly error?: string
}

/** Who runs the store; only those who may look at the staff choose somebody else. */
function ManagerField({ value, set, manager, error }: ManagerFieldProps) {
  const mayChoose = useMay('account')
  const staff = useRead(
    calls.account.page,
    { status: accountStatus.enabled, pageSize: 100 },
    { enabled: mayChoose, quiet: true },
  ).data
  const people = (staff?.list ?? []).map(({ id, name, jobNo }) => ({ value: id, label: name, note: jobNo }))
  if (manager && !people.some((one) => one.value === manager.accountId))
    people.unshift({ value: manager.accountId, label: manager.name, note: '' })
  if (!mayChoose && manager === null) return null
  return (
    <Field label="店长" optional error={error}>
      <Select
        title="店长"
        disabled={!mayChoose}
        options={[{ value: '', label: '不指定', note: '' }, ...people]}
        value={value.managerAccountId ?? undefined}
        onChange={(id) => set({ managerAccountId: id || null })}
      />
    </Field>
  )
}
