import { consentKind } from '@cheyi/domain/rental/driver/consent'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { dropFiles } from '../../../platform/media/actions.ts'
import * as people from '../store-person.ts'
import { clearPictures } from './consent.ts'
import { forgetPerson } from './erase.ts'
import * as store from './store.ts'

/** Deletes photos of faces a set time after they were compared, or after they were taken and never compared. */
export async function clearFaces(ctx: Context, before: number, most: number): Promise<number> {
  const gone = await ctx.query<{ mediaId: string }>(
    `with due as (select p.id, p.face_photo_id as media_id from person p join media m on m.id = p.face_photo_id
        where greatest(p.verified_at, m.created_at) < $1 limit $2 for update of p skip locked),
       cleared as (update person p set face_photo_id = null from due where p.id = due.id)
     select media_id from due`,
    [at(before), most],
  )
  await dropFiles(ctx, gone)
  return gone.length
}

/**
 * Deletes photos of documents of customers without any open matter since then, and of those who withdrew their consent
 * during one.
 */
export async function clearDocuments(ctx: Context, before: number, most: number): Promise<number> {
  const rows = [
    ...(await store.servedPictures(ctx.query, before, most)),
    ...(await store.withdrawnPictures(ctx.query, most)),
  ]
  for (const personId of new Set(rows.map((row) => row.personId))) {
    const person = await people.lock(ctx.db, personId)
    if (person !== undefined) await clearPictures(ctx, person, consentKind.documents)
  }
  return rows.length
}

/** Deletes name, phone and document numbers of customers without any open matter since then. */
export async function clearPersons(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await store.servedPersons(ctx.query, before, most)
  for (const { personId } of rows) {
    const person = await people.lock(ctx.db, personId)
    if (person !== undefined) await forgetPerson(ctx, person)
  }
  return rows.length
}
