import { normaliseId } from '@cheyi/domain/platform/check/id-number'
import { identityType, identityTypes, isVerified } from '@cheyi/domain/rental/driver/codes'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSettled } from '../../../../booking/order/parts/use-settled.ts'
import { TextField } from '../../../../form/fields.tsx'
import { fieldsOf } from '../../../../form/form-field.ts'
import { calls, feedback, useRead, useWrite } from '../../../../kernel/call/calls.ts'
import { useMay } from '../../../../kernel/user.ts'
import { open } from '../../../../page/open.ts'
import { Field, TextInput } from '../../../../ui/field/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Box, Card, CardMore } from '../../../../ui/layout.tsx'
import { ActionSheet } from '../../../../ui/modal/sheet.tsx'
import type { Renter } from '../form.ts'
import { fieldsOfTypedPhone, lookupKeyword, showPhone } from '../phone.ts'
import type { Booking } from '../use-booking.ts'
import { CustomerTag, intoList, PeopleList } from './people-list.tsx'

const PAUSE = 300
const SHOWN = 4

/** The renter: found by the phone number while it is typed, or a new customer. */
export function CustomerCard({ booking }: { booking: Booking }) {
  const { entered, enter, leave, problems } = booking
  const { renter } = entered
  const people = usePeople(booking)
  const pick = usePick(booking)
  const reads = useMay('person.edit')
  // The matches are shown below the field that was typed in: number or name.
  const byNumber = people.length > 0 && lookupKeyword(entered) === entered.phone
  return (
    <Card
      title="客户"
      data-rstep={3}
      extra={reads && renter === null && <CardMore onClick={() => void readPapers(booking)}>拍证件识别</CardMore>}
    >
      <Field
        label="手机号"
        error={problems.phone}
        hint={renter && !entered.phone ? `登记号码 ${renter.phone}，请核对后填写` : undefined}
        extra={renter && <CustomerTag person={renter} />}
      >
        <TextInput
          className="num"
          type="tel"
          inputMode="tel"
          placeholder="手机号，或后四位查找客户"
          value={showPhone(entered.phone)}
          onChange={(event) => enter(fieldsOfTypedPhone(entered, event.target.value))}
          // Four digits are a search for a customer, so they are not an error before submitting.
          onBlur={() => entered.phone.length > 4 && leave('phone')}
          onKeyDown={intoList}
          onClear={renter ? undefined : () => enter({ phone: '' })}
        />
      </Field>
      {byNumber && <PeopleList people={people.slice(0, SHOWN)} onPick={pick} />}
      <Field label="姓名" error={problems.name}>
        <TextInput
          value={entered.name}
          maxLength={30}
          placeholder="与证件一致"
          onChange={(event) => enter({ name: event.target.value, renter: null })}
          onBlur={() => entered.name && leave('name')}
          onKeyDown={intoList}
          onClear={() => enter({ name: '', phone: renter ? '' : entered.phone, renter: null })}
        />
      </Field>
      {people.length > 0 && !byNumber && <PeopleList people={people.slice(0, SHOWN)} onPick={pick} />}
      {renter ? <KnownIdentity renter={renter} /> : <NewIdentity booking={booking} />}
    </Card>
  )
}

/** Reads name and number of a new customer from a picture of their document. */
async function readPapers({ entered, enter, leave }: Booking): Promise<void> {
  const { name, identityNo } = entered
  const typed = { name, identityNo: entered.identityType === identityType.idCard ? identityNo : '' }
  const read = await open(() => import('../../../driver/parts/read-papers-sheet.tsx'), typed)
  if (read === undefined) return
  enter({ ...read, identityType: identityType.idCard, renter: null })
  leave('name', 'identityNo')
  feedback.toast('已按照片填写，请核对')
}

/** Customers that match the typed text; the only owner of a complete number is selected at once when no name was typed. */
function usePeople(booking: Booking): readonly Renter[] {
  const { entered, enter } = booking
  const keyword = lookupKeyword(entered)
  const asked = useSettled(keyword, PAUSE)
  const found = useRead(
    calls.driver.searchPeople,
    { keyword: asked ?? '' },
    { enabled: asked !== null && asked === keyword, freshFor: 60_000 },
  ).data
  const people = asked === keyword && keyword !== null ? (found ?? []) : []
  const only = people.length === 1 && keyword === entered.phone && entered.phone.length > 4 ? people[0] : undefined
  const take = useEffectEvent((person: Renter) => {
    if (entered.name === '') enter({ renter: person, name: person.name, identityNo: '' })
  })
  useEffect(() => {
    if (only) take(only)
  }, [only])
  return people
}

/** Selects a customer found by name; the full number is revealed to an account with that permission, and must be typed otherwise. */
function usePick({ entered, enter, latest }: Booking): (person: Renter) => void {
  const mayView = useMay('person.view')
  const reveal = useWrite(calls.driver.revealPerson, { quiet: true })
  return async (person) => {
    const { phone } = entered
    const isWhole = phone.length > 4
    enter({ renter: person, name: person.name, identityNo: '', phone: isWhole ? phone : '' })
    if (isWhole || !mayView) return
    const numbers = await reveal.run({ personId: person.personId })
    if (numbers && latest.current.renter?.personId === person.personId) enter({ phone: numbers.phone })
  }
}

/** The stored document, masked. */
function KnownIdentity({ renter }: { renter: Renter }) {
  const verified = isVerified(renter.verifyStatus)
  return (
    <Field
      label={identityTypes.text(renter.identityType)}
      extra={verified && <Icon name="shield" size={16} label="证件已核验" className="ink-success" />}
    >
      <TextInput className="num" value={renter.identityNo} placeholder="未登记，取车时登记" readOnly />
    </Field>
  )
}

/** The document of a new customer; it can be added until the pickup. */
function NewIdentity({ booking: { entered, enter, leave, problems } }: { booking: Booking }) {
  const [choosing, setChoosing] = useState(false)
  const fields = fieldsOf(entered, enter, problems)
  return (
    <>
      <TextField
        of={fields.identityNo}
        label={identityTypes.text(entered.identityType)}
        optional
        extra={
          <Box as="button" keep ink="link" size="s" reach type="button" onClick={() => setChoosing(true)}>
            证件类型
          </Box>
        }
        className="num"
        maxLength={30}
        placeholder="选填，取车前补录"
        autoCapitalize="characters"
        onBlur={() => {
          if (!entered.identityNo) return
          enter({ identityNo: normaliseId(entered.identityNo) })
          leave('identityNo')
        }}
      />
      <ActionSheet
        open={choosing}
        onClose={() => setChoosing(false)}
        title="证件类型"
        actions={identityTypes.items.map(({ value, name }) => ({ key: String(value), label: name }))}
        onPick={(key) => enter({ identityType: Number(key) as typeof entered.identityType })}
      />
    </>
  )
}
