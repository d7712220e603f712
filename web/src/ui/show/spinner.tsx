import './spinner.css'

/** A turning ring in the colour of the text; the text beside it says what is loading. */
export function Spinner({ large }: { large?: boolean }) {
  return <span className={large ? 'spinner spinner-large' : 'spinner'} aria-hidden="true" />
}
