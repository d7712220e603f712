import { chooseLanguage, languages, useLanguage } from '../kernel/language.ts'
import { NavAction } from '../ui/frame/nav-bar.tsx'

/** The other languages of a customer's page, each by its own name. */
export default function LanguageSwitch() {
  const shown = useLanguage()
  return languages
    .filter(({ code }) => code !== shown)
    .map(({ code, name }) => (
      <NavAction key={code} lang={code} onClick={() => void chooseLanguage(code)}>
        {name}
      </NavAction>
    ))
}
