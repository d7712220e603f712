-- What a merchant texts besides the urgent notices reaches every session at its next call: a call that can text nobody does
-- not wait for whom it tells.
create trigger merchant_texted_changed after update of settings on merchant for each row
  when (old.settings -> 'notify' -> 'texted' is distinct from new.settings -> 'notify' -> 'texted')
  execute function bump_merchant_sessions();
