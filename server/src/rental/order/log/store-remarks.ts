import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Context, Db } from '../../../kernel/context.ts'
import { countRows } from '../../../kernel/count-rows.ts'
import type { Columns } from '../../../kernel/db/columns.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize } from '../../../kernel/db/paging.ts'

/** A photo of a remark, before its links are signed. */
export interface PhotoPart {
  id: string
  kind: Columns['media.kind']
  path: string
  thumb: boolean
  w: number | null
  h: number | null
  takenAt: number | null
}

export interface RemarkRow {
  id: string
  content: string
  topFlag: boolean
  actorName: string
  createdAt: number
  photos: PhotoPart[]
}

/** Remarks with their photos in the order of attachment; pinned remarks first, then the newest. */
const remarks = (more: string, limit: string) => `
  select k.id, k.content, k.top_flag, k.actor_name, k.created_at,
    (select coalesce(json_agg(json_build_object('id', f.id::text, 'kind', f.kind, 'path', f.path, 'thumb', f.thumb,
        'w', f.width, 'h', f.height, 'takenAt', (date_part('epoch', f.taken_at) * 1000)::bigint) order by x.place), '[]')
      from unnest(k.photo_ids) with ordinality x (id, place)
      join media f on f.id = x.id and f.state = ${mediaState.ready} and f.biz = 'remark') as photos
  from remark k where k.order_id = $1 ${more} order by k.top_flag desc, k.id desc limit ${limit}`

export const top = (query: Context['query'], orderId: string, count: number) =>
  query<RemarkRow>(remarks('', '$2'), [orderId, count])

/** One page, with one row more than requested. Sort keys: 1 for pinned or 0, ID. */
export async function page(query: Context['query'], orderId: string, ask: PageAsk): Promise<RemarkRow[]> {
  const after = cursorKeys(ask, 'int', 'id')
  const limit = pageSize(ask) + 1
  if (after === null) return query(remarks('', '$2 offset $3'), [orderId, limit, offsetOf(ask)])
  return query(remarks('and (k.top_flag::int, k.id) < ($3, $4)', '$2'), [orderId, limit, ...after])
}

/** The number of remarks of an order, limited to one above the cap. */
export const count = (query: Context['query'], orderId: string): Promise<number> =>
  countRows({ query }, 'remark where order_id = $1', [orderId])

export interface NewRemark {
  readonly id: string
  readonly orderId: string
  readonly content: string
  readonly photoIds: readonly string[]
  readonly topFlag: boolean
  readonly actorName: string
}

export const insert = (db: Db, { photoIds, ...remark }: NewRemark) =>
  db
    .insertInto('remark')
    .values({ ...remark, photoIds: [...photoIds] })
    .execute()
