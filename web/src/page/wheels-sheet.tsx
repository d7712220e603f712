import DateTimePicker, { type DateTimePickerProps } from '../ui/date/date-time.tsx'
import { type Asks, useOpened } from './opened.tsx'

type WheelsSheetProps = Asks<string> & Omit<DateTimePickerProps, 'open' | 'onClose' | 'onChange'>

/** Scroll wheels for a moment or a date, as text. */
export default function WheelsSheet({ answer, ...wheels }: WheelsSheetProps) {
  const { open, close } = useOpened()
  return <DateTimePicker {...wheels} open={open} onClose={close} onChange={answer} />
}
