/**
 * Marks that turn the direction of writing, have no width, or show a hyphen only at the end of a line. They come along when a number
 * is copied out of a telephone's contacts, a chat or a web page, nobody sees them, and in a name they turn around whatever is printed
 * after it. The joiner (U+200D) stays where it joins emoji.
 */
const UNSEEN =
  /[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u200d(?!\p{Extended_Pictographic})/gu

/** What somebody typed or pasted, or has in a cell, as they meant it: without unseen marks and without spaces at its ends. */
export const typedText = (text: string): string => text.replace(UNSEEN, '').replaceAll('\u00a0', ' ').trim()
