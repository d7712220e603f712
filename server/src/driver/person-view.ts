import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { documentSlots } from '@cheyi/contract/person'
import type { PersonRow } from './person-file.ts'
import type { BriefRow } from './store-person.ts'

export type PersonBrief = OutputOf<typeof contract.driver.searchPeople>[number]
export type DocumentSlot = (typeof documentSlots)[number]

/** Column of each picture. */
export const slotColumns = {
  imgFront: 'img_front_id',
  imgBack: 'img_back_id',
  licenceMain: 'licence_main_id',
  licenceSub: 'licence_sub_id',
  facePhoto: 'face_photo_id',
} as const satisfies Record<DocumentSlot, keyof PersonRow>

export const slots = Object.keys(slotColumns) as DocumentSlot[]

type Slots = Pick<PersonRow, (typeof slotColumns)[DocumentSlot]>

export const emptySlots: Slots = {
  img_front_id: null,
  img_back_id: null,
  licence_main_id: null,
  licence_sub_id: null,
  face_photo_id: null,
}

/** The pictures a file holds. */
export const documentsOf = (row: Slots) =>
  slots.flatMap((slot) => {
    const mediaId = row[slotColumns[slot]]
    return mediaId === null ? [] : [{ slot, mediaId }]
  })

/** A customer as lists show them, numbers masked. */
export const personBrief = (row: BriefRow): PersonBrief => ({
  personId: row.id,
  name: row.name,
  phone: row.phone_mask,
  identityType: row.identity_type as PersonBrief['identityType'],
  identityNo: row.identity_no_mask,
  licenceClass: row.licence_class,
  licenceExpire: row.licence_expire,
  verifyStatus: row.verify_status as PersonBrief['verifyStatus'],
  blacklist: row.blacklist,
  orderCount: Number(row.order_count ?? 0),
})
