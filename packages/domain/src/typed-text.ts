/**
 * Characters that change the writing direction, have no width, or show a hyphen only at the end of a line. They are
 * copied along with a number from contacts, a chat or a web page, are invisible, and in a name they would reverse
 * the text printed after it. The joiner (U+200D) is not removed where it joins emoji.
 */
const UNSEEN =
  /[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u200d(?!\p{Extended_Pictographic})/gu

/** A typed or pasted text, or a cell, without invisible characters and surrounding blanks. */
export const typedText = (text: string): string => text.replace(UNSEEN, '').replaceAll('\u00a0', ' ').trim()
