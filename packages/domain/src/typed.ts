/**
 * Marks that turn the direction of writing or have no width. They come along when a number is copied out of a telephone's
 * contacts or a chat, nobody sees them, and in a name they turn around whatever is printed after it. The joiner of emoji
 * (U+200D) stays.
 */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** What somebody typed or pasted, as they meant it: without unseen marks and without spaces at its ends. */
export const typedText = (text: string): string => text.replace(UNSEEN, '').trim()
