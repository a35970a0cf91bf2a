-- The notification of a day's ratings does not name who rated, so it does not hold the last of them either. Deleting that
-- user would also write the notification, and wait in a circle with a rating that another user gives at the same time.

update notifications set actor_id = null where kind = 'rating';
