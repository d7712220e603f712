-- A reimbursement that waits for another person is counted on the home of those who may agree to it.
create trigger told_waiting after insert or update of status on reimbursement for each row execute function tell_of_todo('reimburse');
