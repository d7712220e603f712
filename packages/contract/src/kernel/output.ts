import { z } from 'zod'
import { listOf, type Values } from './field.ts'

/*
 * Building blocks of output schemas, used as `out.fen`, which corresponds to `fen` of field.ts. Plain JSON types only,
 * because answers are written by a compiled serialiser.
 */

/** A bigint id. */
export const id = z.string()
/** An id, or the number -1 where nothing is chosen: older clients compare with it. */
export const chosenId = z.unknown().meta({ type: ['string', 'integer'] }) as unknown as z.ZodType<
  string | -1,
  string | -1
>
/** Integer fen; the comment of a field says when it can be negative. */
export const fen = z.number().int()
/** Instant: epoch ms. */
export const time = z.number().int()
/** Calendar date, `YYYY-MM-DD`. */
export const date = z.string()
export const count = z.number().int()

/** A code: a plain integer in the schema, so that a value unknown to a client never breaks an answer. */
export const code = <const T extends number>(values: Values<T>) =>
  z
    .number()
    .int()
    .meta({ enum: listOf<T>(values) }) as unknown as z.ZodType<T, T>

/** One string of a fixed list; a plain string in the schema, so that new values do not break old clients. */
export const word = <const T extends string>(values: Values<T>) =>
  z.string().meta({ enum: listOf<T>(values) }) as unknown as z.ZodType<T, T>

/** Answer of a list: `total` with the first page only, exact up to 10000, then 10000 with `totalCapped`. */
export const page = <T extends z.ZodType>(item: T) => z.object(pageOf(item))

/** The fields of {@link page}, for an answer with further fields. */
export const pageOf = <T extends z.ZodType>(item: T) => ({
  list: z.array(item),
  total: count.nullable(),
  totalCapped: z.boolean(),
  nextCursor: z.string().nullable(),
})
