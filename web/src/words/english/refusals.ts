import type { refusals as catalogue, RefusalKey } from '@cheyi/domain/refusal'

/** A message, or one made from the facts that came with the refusal. */
export type RefusalWords = string | ((data: Readonly<Record<string, unknown>>) => string)

/** Messages by code: a code that is not in the catalogue does not compile. */
export type Refusals = { readonly [K in RefusalKey as (typeof catalogue)[K]['code']]?: RefusalWords }

const metres = ({ n }: Readonly<Record<string, unknown>>): string => (typeof n === 'number' ? ` (about ${n} m)` : '')

/** Refusals of the calls that customers' pages make (english.test.ts names one that is missing). */
export const refusals = {
  [-2]: 'Something in what you entered is not right',
  [-3]: 'This is not possible from this page',
  [-4]: 'It does not exist any more',
  [-5]: 'It was changed meanwhile. Reload the page and try again',
  [-6]: 'This was sent before with other content',
  [-7]: 'Too often. Please try again later',
  1005: 'Codes were sent too often. Please try again later',
  1006: 'The code is wrong or has expired',
  1017: 'The company is closed at the moment. Please contact the store',
  4001: 'This was paid already',
  4008: 'This way of payment is not available here',
  4013: 'The deposit cannot be waived',
  5301: 'This link is no longer valid',
  5302: ({ n }) => `You are outside the return area${typeof n === 'number' ? ` (${n} m from the store)` : ''}`,
  5303: 'It is too early for the pickup',
  5304: 'The store has already handled it',
  5305: 'Please confirm your phone with the code first',
  5306: 'This goes on on another phone. Confirm this phone to continue here',
  5307: 'The store is checking it. Nothing can be changed now',
  5308: 'Something is still missing',
  5309: (data) => `You are not beside the car${metres(data)}. Go to the car and try again, or call the store`,
  5310: 'It cannot be confirmed that you are beside the car. Allow the position and go outdoors, or call the store',
  5311: 'The position of the car is too old to confirm that you are beside it. Please call the store',
  5401: 'The contract is not set up. Please contact the store',
  5402: 'The contract is incomplete. Please contact the store',
  5403: 'The contract is already signed',
  8004: 'This is not possible in the present state of the violation',
  8007: 'A violation with points must be settled by the driver',
  8301: 'This is not possible in the present state of the statement',
  9001: 'The payment provider has refused it',
  10001: 'The car is offline',
  10016: 'The car is moving and cannot be unlocked',
  11001: ({ n }) => `The file is too large${n === undefined ? '' : ` (at most ${String(n)} MB)`}`,
  11002: 'There are too many files. Remove one first',
  11003: 'This kind of file is not supported',
  9311: 'This coupon code cannot be used. Please check it',
  9312: 'This coupon is for other pickup dates',
  9313: 'This coupon is not for this model',
  9314: 'The price is too low for this coupon',
  9315: 'This coupon has been used up',
  9316: 'This coupon can be used once, and you have used it',
  9317: 'The price is too low for a coupon',
} as const satisfies Refusals
