import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { maskId, maskPhone } from '@cheyi/domain/mask'
import { pick } from '@cheyi/domain/pick'
import { normaliseId } from '@cheyi/domain/platform/check/id-number'
import { phoneTail, storedSpellings } from '@cheyi/domain/platform/check/mobile'
import { Refusal } from '@cheyi/domain/refusal'
import { type Gender, type IdentityType, identityType, type LicenceKind } from '@cheyi/domain/rental/driver/codes'
import { birthdayAndGender, entryProblems } from '@cheyi/domain/rental/driver/entry'
import { residentLicenceNo } from '@cheyi/domain/rental/driver/papers'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { Vault } from '../../kernel/vault.ts'

/*
 * Conversion of a customer file between its row, where the numbers are ciphertexts with masks and blind indexes, and the
 * plain values that the rules use. No other code encrypts or decrypts these columns.
 */

export type PersonRow = Selectable<DB['person']>

/** The values that staff enter, at the counter or on the booking form. */
export type PersonInput = NonNullable<ParsedOf<typeof contract.order.create>['person']>

/** A customer file in plain text. Empty texts and nulls mean unknown. */
export interface PersonFile {
  readonly name: string
  readonly phone: string
  readonly identityType: IdentityType
  readonly identityNo: string | null
  readonly identityExpire: LocalDate | null
  readonly licenceKind: LicenceKind | null
  readonly licenceNo: string | null
  readonly licenceClass: string
  readonly licenceFirstIssue: LocalDate | null
  readonly licenceExpire: LocalDate | null
  readonly birthday: LocalDate | null
  readonly gender: Gender | null
  readonly address: string
}

const place = { phone: 'person.phone', identityNo: 'person.identity_no', licenceNo: 'person.licence_no' } as const

/**
 * The decrypted file of a row. Fields are copied one by one, so that no other column of the row reaches code that writes the
 * file.
 */
export const openFile = (vault: Vault, row: PersonRow): PersonFile => ({
  ...pick(row, 'name', 'identityType', 'identityExpire', 'licenceClass', 'licenceFirstIssue', 'licenceExpire'),
  ...pick(row, 'birthday', 'gender', 'address', 'licenceKind'),
  phone: vault.open(place.phone, row.id, row.phoneEnc),
  identityNo: row.identityNoEnc === null ? null : vault.open(place.identityNo, row.id, row.identityNoEnc),
  licenceNo: row.licenceNoEnc === null ? null : vault.open(place.licenceNo, row.id, row.licenceNoEnc),
})

/**
 * The columns of a file: the phone number and the two document numbers as ciphertexts, masks and blind indexes, the other
 * fields in plain text.
 */
export function sealFile(vault: Vault, id: string, file: PersonFile) {
  const { phone, identityNo, licenceNo, ...clear } = file
  return {
    ...clear,
    phoneEnc: vault.seal(place.phone, id, phone),
    phoneHash: phoneIndex(vault, phone),
    phoneMask: maskPhone(phone),
    phoneTail4: phoneTail(phone),
    identityNoEnc: identityNo === null ? null : vault.seal(place.identityNo, id, identityNo),
    identityNoHash: identityNo === null ? null : identityIndex(vault, identityNo),
    identityNoMask: identityNo === null ? '' : maskId(identityNo),
    licenceNoEnc: licenceNo === null ? null : vault.seal(place.licenceNo, id, licenceNo),
    licenceNoMask: licenceNo === null ? '' : maskId(licenceNo),
  }
}

export const phoneIndexes = (vault: Pick<Vault, 'index'>, phone: string): Buffer[] =>
  storedSpellings(phone).map((one) => phoneIndex(vault, one))
export const phoneIndex = (vault: Pick<Vault, 'index'>, phone: string): Buffer => vault.index(place.phone, phone)
/** `identityNo` must be normalised. */
export const identityIndex = (vault: Pick<Vault, 'index'>, identityNo: string): Buffer =>
  vault.index(place.identityNo, identityNo)

/**
 * The file after an entry. The form sends all fields except the phone number and the two document numbers, which it shows
 * masked; when they are missing they are unchanged. Birthday and gender are derived from an 18-character number where there
 * is one. `within` is the prefix of the field names in errors (`person.`), where the entry is part of a larger form.
 * @throws Refusal idNumberInvalid (1101), badInput (-2) with every wrong field
 */
export function enteredFile(
  ctx: Pick<Context, 'now'>,
  input: Omit<PersonInput, 'phone'> & { readonly phone?: string | undefined },
  stored: PersonFile | null,
  within = '',
): PersonFile {
  const identityNo = input.identityNo === undefined ? (stored?.identityNo ?? null) : normaliseId(input.identityNo)
  const file = withLicenceNo({
    name: input.name,
    phone: input.phone ?? stored?.phone ?? '',
    identityType: input.identityType,
    identityNo,
    identityExpire: input.identityExpire ?? null,
    // A form that does not know the field leaves it as it is.
    licenceKind: input.licenceKind ?? stored?.licenceKind ?? null,
    licenceNo: input.licenceNo === undefined ? keptLicenceNo(stored, input.identityType) : normaliseId(input.licenceNo),
    licenceClass: (input.licenceClass ?? '').toUpperCase(),
    licenceFirstIssue: input.licenceFirstIssue ?? null,
    licenceExpire: input.licenceExpire ?? null,
    ...birthdayAndGender(identityNo, { birthday: input.birthday ?? null, gender: input.gender ?? null }),
    address: input.address ?? '',
  })
  refuse(entryProblems(file, localDate(ctx.now), stored), within)
  return file
}

/** A file with the number of its licence, where it can be derived from the document. */
export const withLicenceNo = (file: PersonFile): PersonFile => ({
  ...file,
  licenceNo: file.licenceNo ?? residentLicenceNo(file),
})

/** A licence number that was derived from the identity card is derived again when the card number is corrected. */
const keptLicenceNo = (stored: PersonFile | null, type: IdentityType): string | null =>
  stored === null || (type === identityType.idCard && stored.licenceNo === residentLicenceNo(stored))
    ? null
    : stored.licenceNo

/** @throws Refusal idNumberInvalid (1101), badInput (-2) with every wrong field */
export function refuse(problems: readonly { readonly field: string; readonly text: string }[], within = ''): void {
  const issues = problems.map(({ field, text }) => ({ field: `${within}${field}`, message: text }))
  const [first] = issues
  if (first === undefined) return
  if (first.field === `${within}identityNo`) throw new Refusal('idNumberInvalid', { field: first.field, issues })
  throw new Refusal('badInput', { 字段: first.message, field: first.field, issues })
}
