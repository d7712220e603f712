import { acceptedLanguages, type Language, languageFor } from '@cheyi/domain/language'
import type { Context } from './context.ts'

/** The language of whoever makes a call: pages of customers send the one that is chosen on them. Chinese where nothing is said. */
export const readerLanguage = (ctx: Pick<Context, 'header'>): Language =>
  languageFor(acceptedLanguages(ctx.header('accept-language') ?? undefined))
