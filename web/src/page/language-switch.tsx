import { languages } from '@cheyi/domain/language'
import { chooseLanguage, useLanguage } from '../kernel/language.ts'
import { NavAction } from '../ui/frame/nav-bar.tsx'

/** The other languages of a customer's page, each by its own name. */
export function LanguageSwitch() {
  const shown = useLanguage()
  return languages
    .filter(({ tag }) => tag !== shown)
    .map(({ tag, name }) => (
      <NavAction key={tag} lang={tag} onClick={() => void chooseLanguage(tag)}>
        {name}
      </NavAction>
    ))
}
