import type { Language, StoredLanguage } from '../../language.ts'
import {
  type CustomerWords,
  type LinkFacts,
  type MessageFacts,
  type MessageKind,
  messageIn,
  type TextedOrder,
  type TextedScene,
} from './customer-text.ts'
import { chinese } from './customer-words.ts'
import { english } from './customer-words-english.ts'
import { traditional } from './customer-words-traditional.gen.ts'

/* Texts of messages to customers, each in the language of the order that it is about. */

const words: Readonly<Record<Language, CustomerWords>> = { 'zh-CN': chinese, 'zh-Hant': traditional, en: english }

/** An order with the language that its customer reads. */
export interface ReadOrder extends TextedOrder {
  readonly language: StoredLanguage
}

/** Another release may have stored a language that this one does not know. */
const wordsOf = (language: StoredLanguage): CustomerWords => words[language ?? 'zh-CN'] ?? chinese

export const customerText = <K extends MessageKind>(
  kind: K,
  order: ReadOrder,
  scene: TextedScene,
  facts: MessageFacts[K],
): string => messageIn(wordsOf(order.language), kind, order, scene, facts)

/** What goes with a link that is sent to a customer. */
export const linkText = <K extends keyof LinkFacts>(kind: K, language: StoredLanguage, facts: LinkFacts[K]): string =>
  wordsOf(language).links[kind](facts)
