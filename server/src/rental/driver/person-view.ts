import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { type DocumentSlot, documentSlots } from '@cheyi/domain/rental/driver/documents'
import type { PersonRow } from './person-file.ts'
import type { BriefRow } from './store-person.ts'

export type PersonBrief = OutputOf<typeof contract.driver.searchPeople>[number]

export const slotColumns = {
  imgFront: 'imgFrontId',
  imgBack: 'imgBackId',
  licenceMain: 'licenceMainId',
  licenceSub: 'licenceSubId',
  facePhoto: 'facePhotoId',
} as const satisfies Record<DocumentSlot, keyof PersonRow>

type Slots = Pick<PersonRow, (typeof slotColumns)[DocumentSlot]>

export const emptySlots: Slots = {
  imgFrontId: null,
  imgBackId: null,
  licenceMainId: null,
  licenceSubId: null,
  facePhotoId: null,
}

/** The photos that a file has. */
export const documentsOf = (row: Slots) =>
  documentSlots.flatMap((slot) => {
    const mediaId = row[slotColumns[slot]]
    return mediaId === null ? [] : [{ slot, mediaId }]
  })

/** A customer as lists show them, with masked numbers. */
export const personBrief = (row: BriefRow): PersonBrief => ({
  ...row,
  personId: row.id,
  phone: row.phoneMask,
  identityNo: row.identityNoMask,
  orderCount: row.orderCount ?? 0,
})
