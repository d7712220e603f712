import { pickupTypes, returnTypes } from '@cheyi/domain/booking/order/codes'
import { accountStatus } from '@cheyi/domain/platform/account/codes'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { CodesField } from '../../../form/code-field.tsx'
import { FieldRow, Theirs } from '../../../form/field-row.tsx'
import { TextField } from '../../../form/fields.tsx'
import { errorOf, type FormField } from '../../../form/form-field.ts'
import { SelectField } from '../../../form/select-field.tsx'
import type { Form } from '../../../form/use-form.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { PickButton } from '../../../ui/field/pick-row.tsx'
import { Card, IconButton } from '../../../ui/layout.tsx'
import { RegionField } from '../../merchant/parts/region-field.tsx'
import { phonesOf, placeOf, type StoreDetail, type StoreInput } from './store-form.ts'

export type StoreFields = Form<StoreInput>['fields']

interface BasicsCardProps {
  readonly form: Form<StoreInput>
  readonly stored: StoreDetail | null
  readonly onPlace: () => void
}

/** Name, address and handover options of a store. */
export function BasicsCard({ form: { fields, value }, stored, onPlace }: BasicsCardProps) {
  return (
    <Card title="基本信息">
      <TextField of={fields.name} />
      <TextField of={fields.code} />
      <RegionField city={fields.cityCode} known={stored ? { [stored.cityCode]: stored.cityName } : {}} />
      <TextField of={fields.address} />
      <PlaceField lng={fields.lng} lat={fields.lat} place={placeOf(value)} onClick={onPlace} />
      <PhoneFields of={fields.phones} />
      <ManagerField of={fields.managerAccountId} manager={stored?.manager ?? null} />
      <CodesField of={fields.pickupModes} codes={pickupTypes} />
      <CodesField of={fields.returnModes} codes={returnTypes} />
    </Card>
  )
}

interface PlaceFieldProps {
  readonly lng: FormField<number | null>
  readonly lat: FormField<number | null>
  readonly place: GeoPoint | null
  readonly onClick: () => void
}

/** Longitude and latitude form one value, so a conflict with another edit is also resolved for both together. */
function PlaceField({ lng, lat, place, onClick }: PlaceFieldProps) {
  const theirs = (lng.theirs ?? lat.theirs) && { value: lng.theirs?.value ?? lng.value }
  const decide: typeof lng.decide = (take) => {
    lng.decide(take)
    lat.decide(take)
  }
  return (
    <FieldRow
      of={{ ...lng, theirs, decide }}
      label="位置"
      words={(degrees) => `${degrees}，${lat.theirs?.value ?? lat.value}`}
    >
      <PickButton
        value={place && `${place.lng.toFixed(6)}，${place.lat.toFixed(6)}`}
        placeholder="在地图上选择"
        icon="pin"
        onClick={onClick}
      />
    </FieldRow>
  )
}

/** One input for each phone number, and an empty one to add another. */
function PhoneFields({ of }: { of: StoreFields['phones'] }) {
  const phones = of.value ?? []
  const { label, max: [most] = [1], item } = of.rules
  return (
    <>
      {phones.map((phone, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: form lines have no id, only their index.
          key={index}
          label={index === 0 ? label : `电话 ${index + 1}`}
          error={index === 0 ? errorOf(of) : undefined}
          extra={
            index > 0 ? (
              <IconButton
                name="minus"
                label={`删除电话 ${index + 1}`}
                onClick={() => of.set(phones.toSpliced(index, 1))}
              />
            ) : (
              phones.length < most && (
                <IconButton name="plus" label="添加电话" onClick={() => of.set([...phones, ''])} />
              )
            )
          }
        >
          <TextInput
            inputMode="tel"
            className="num"
            value={phone}
            maxLength={item?.max?.[0]}
            onChange={({ target }) => of.set(phones.with(index, target.value))}
          />
        </Field>
      ))}
      <Theirs of={of} words={(values) => phonesOf(values).join('、')} />
    </>
  )
}

interface ManagerFieldProps {
  readonly of: FormField<string | null>
  readonly manager: StoreDetail['manager']
}

/** The manager of the store; only an account that may see the employees can choose another one. */
function ManagerField({ of, manager }: ManagerFieldProps) {
  const mayChoose = useMay('account')
  const staff = useRead(
    calls.account.page,
    { status: accountStatus.enabled, pageSize: 100 },
    { enabled: mayChoose },
  ).data
  const people = (staff?.list ?? []).map(({ id, name, jobNo }) => ({ value: id, label: name, note: jobNo }))
  if (manager && !people.some((one) => one.value === manager.accountId))
    people.unshift({ value: manager.accountId, label: manager.name, note: '' })
  if (!mayChoose && manager === null) return null
  return (
    <SelectField
      of={{ ...of, set: (id) => of.set(id || null) }}
      disabled={!mayChoose}
      options={[{ value: '', label: '不指定', note: '' }, ...people]}
    />
  )
}
