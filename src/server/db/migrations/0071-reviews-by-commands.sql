-- The commands count ratings and reviews, and publish what has changed (server/reviews).

drop trigger ratings_are_counted_in on ratings;
drop trigger ratings_are_counted_again on ratings;
drop trigger ratings_are_counted_out on ratings;
drop trigger new_comments_are_announced on comments;
drop trigger changed_comments_are_announced on comments;
drop trigger deleted_comments_are_announced on comments;
drop trigger reviews_are_counted_in on reviews;
drop trigger reviews_are_counted_out on reviews;
drop function count_ratings, change_ratings, announce_comments, count_for_artists;
