"""Other people's programs: started, asked under limits, ended for good; what can go wrong with them."""
